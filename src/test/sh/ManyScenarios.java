import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes many results of a few real ones, to measure {@code bench site} with: nightly results of scenarios that differ in rate and
 * workload. {@code site-scale.sh} calls {@code java -cp 'bench-cli/target/lib/*' src/test/sh/ManyScenarios.java COUNT DIRECTORY
 * RESULT...}.
 */
public final class ManyScenarios {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant FIRST = Instant.parse("2025-06-01T02:00:00Z");
    private static final int FORKS = 3;
    private static final int NIGHTS = 500;
    private static final int RATES = 5;
    private static final double NOISE = 0.02;
    private static final double OF_NIGHT = 0.005;
    private static final double TAIL = 0.05;

    private ManyScenarios() {}

    /** @param arguments number of results, directory to make them in, directories of real results */
    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[0]);
        Path into = Path.of(arguments[1]);
        List<ObjectNode> real = new ArrayList<>();
        for (String directory : Arrays.copyOfRange(arguments, 2, arguments.length)) {
            real.add((ObjectNode) JSON.readTree(Path.of(directory, "result.json").toFile()));
        }
        for (int i = 0; i < count; i++) {
            int scenario = i / NIGHTS;
            ObjectNode result = of(real.get(scenario % real.size()).deepCopy(), scenario / real.size(), i % NIGHTS, i);
            Path directory = Files.createDirectories(
                    into.resolve("%03d".formatted(scenario)).resolve(result.path("name").asText()));
            JSON.writeValue(directory.resolve("result.json").toFile(), result);
        }
    }

    private static ObjectNode of(ObjectNode result, int variant, int night, int number) {
        SplittableRandom random = new SplittableRandom(number);
        Instant started = FIRST.plus(night, ChronoUnit.DAYS).plus(number, ChronoUnit.SECONDS);
        String transport = result.path("transport").asText();
        String name = started.toString().replaceAll("[-:]|Z", "").replace('T', '-') + "-w" + variant / RATES + "-" + transport;
        result.put("name", name).put("startedAt", started.toString()).put("revision", "%08x".formatted(night));
        result.put("workload", "w" + variant / RATES);
        int rate = 1_000 * (1 + variant % RATES);
        ((ObjectNode) result.path("workloadSettings")).put("forks", Integer.toString(FORKS)).putArray("rate").add(rate + "/s");
        result.put("complete", true);
        if (night % 50 == 49) {
            result.putObject("verdict").put("kind", "Saturated").putArray("reasons").add("the backlog grew by 120 messages/s");
        } else {
            result.putObject("verdict").put("kind", "Met").putArray("reasons");
        }
        double factor = (1 + OF_NIGHT * random.nextGaussian()) * (night < 200 ? 1 : night < 350 ? 1.1 : 1.05);
        scale(result, factor, random);
        ArrayNode forks = (ArrayNode) result.path("forks");
        ObjectNode first = (ObjectNode) forks.get(0);
        forks.removeAll();
        for (int fork = 1; fork <= FORKS; fork++) {
            ObjectNode one = first.deepCopy().put("number", fork);
            ((ObjectNode) one.at("/environment")).put("kernel", "6.1." + (night / 30 + 1));
            ((ObjectNode) one.at("/layout")).put("layout", "SHARED");
            scale(one, factor * (1 + NOISE * random.nextGaussian()), random);
            forks.add(one);
        }
        return result;
    }

    /** Percentiles of the tail vary more from night to night than the median. */
    private static void scale(ObjectNode measured, double factor, SplittableRandom random) {
        for (JsonNode probe : measured.path("probes")) {
            ObjectNode latency = (ObjectNode) probe;
            ObjectNode percentiles = (ObjectNode) latency.path("percentilesNanos");
            double spread = 0;
            for (String label : names(percentiles)) {
                percentiles.put(label, scaled(percentiles.path(label), factor, spread, random));
                spread += TAIL;
            }
            latency.put("maxNanos", scaled(latency.path("maxNanos"), factor, spread, random));
        }
        scale(measured.path("costs"), "cpuMicrosPerMessage", random);
        scale(measured.path("memory"), "allocatedBytesPerMessage", random);
        scale(measured.path("rates"), "achievedPerSecond", random);
        // Trust is of the real run, whose machine may have decided every figure.
        measured.putNull("trust");
    }

    private static List<String> names(ObjectNode tree) {
        List<String> names = new ArrayList<>();
        tree.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static long scaled(JsonNode nanos, double factor, double spread, SplittableRandom random) {
        return Math.round(factor * nanos.asLong() * Math.exp(spread * random.nextGaussian()));
    }

    private static void scale(JsonNode part, String figure, SplittableRandom random) {
        if (part instanceof ObjectNode its && its.path(figure).isNumber()) {
            its.put(figure, its.path(figure).asDouble() * (1 + OF_NIGHT * random.nextGaussian()));
        }
    }
}
