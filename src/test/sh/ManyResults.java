import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Makes copies of a result that differ as nightly ones do, for {@code growth.sh}: {@code java -cp 'bench-cli/target/lib/*'
 * src/test/sh/ManyResults.java RESULT DIRECTORY COUNT}.
 *
 * <p>Each copy has a name and a time of its own. Its latencies in the table of forks, which histories and comparisons read, are trusted
 * and spread by 3 %; they change by 10 % every 250 results, of fewer results once. Recordings, logs and pages are not copied.
 */
public final class ManyResults {
    private static final int BETWEEN_CHANGES = 250;
    private static final double CHANGE = 1.1;
    private static final double SPREAD = 0.03;
    private static final long DAY_SECONDS = 86_400;

    private ManyResults() {}

    public static void main(String[] arguments) throws IOException {
        Path result = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[2]);
        Path directory = Files.createDirectories(Path.of(arguments[1]));
        ObjectMapper json = new ObjectMapper();
        ObjectNode tree = (ObjectNode) json.readTree(result.resolve("result.json").toFile());
        Instant first = Instant.parse(tree.get("startedAt").asText());
        List<String> forks = Files.readAllLines(result.resolve("forks.csv"));
        List<Path> others;
        try (Stream<Path> files = Files.list(result)) {
            others = files.filter(file -> file.toString().matches(".*(\\.yaml|\\.hlog|intervals\\.csv|heap-.*|events-.*)"))
                    .toList();
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < count; i++) {
            Path copy = Files.createDirectory(directory.resolve("%05d".formatted(i)));
            for (Path file : others) {
                Files.createLink(copy.resolve(file.getFileName()), file);
            }
            tree.put("name", copy.getFileName().toString());
            tree.put("startedAt", first.plusSeconds(DAY_SECONDS * i).toString());
            json.writeValue(copy.resolve("result.json").toFile(), tree);
            int changes = i / Math.min(BETWEEN_CHANGES, (count + 1) / 2);
            double factor = Math.pow(CHANGE, changes % 2) * Math.exp(SPREAD * random.nextGaussian());
            Files.write(copy.resolve("forks.csv"), scaled(forks, factor));
        }
    }

    private static List<String> scaled(List<String> table, double factor) {
        String[] header = table.get(0).split(",", -1);
        return table.stream()
                .map(row -> {
                    String[] cells = row.split(",", -1);
                    for (int i = 0; i < cells.length && !row.equals(table.get(0)); i++) {
                        if (header[i].matches("\\w+\\.(p[\\d.]+|max)") && !cells[i].isEmpty()) {
                            cells[i] = Double.toString(Double.parseDouble(cells[i]) * factor);
                        } else if (header[i].equals("untrusted")) {
                            cells[i] = "";
                        }
                    }
                    return String.join(",", cells);
                })
                .toList();
    }
}
