package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.store.StoredResult;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A result of unknown origin, checked before it is published. A check reads the files within limits of size and memory, and does nothing
 * else with them. It cannot tell whether a run took place.
 */
public final class ContributedResult {
    private static final long MEBIBYTE = 1 << 20;
    private static final long LARGEST_FILE = 8 * MEBIBYTE;
    private static final long LARGEST_RESULT = 16 * MEBIBYTE;
    private static final int MOST_FILES = 500;
    private static final int MOST_FORKS = 200;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,149}");
    private static final String WORKLOAD = "workload.yaml";
    private static final String TRANSPORT = "transport.yaml";
    private static final String RESULT = "result.json";

    /** Other files may hold a machine's environment, as flight recordings do, or run scripts, as reports do. */
    private static final Pattern ALLOWED = Pattern.compile(
            "result\\.json|(?:workload|transport)\\.yaml|(?:forks|intervals)\\.csv|jmh\\.json|summary\\.txt|[\\w.-]+\\.hlog");

    private final Path directory;

    /** @param directory of one result */
    public ContributedResult(Path directory) {
        this.directory = directory;
    }

    /**
     * Checks the result.
     *
     * @return what was found, in a few words
     * @throws ConfigException for the first fault
     */
    public String check() throws IOException {
        try {
            return checked();
        } catch (NullPointerException | ClassCastException e) {
            throw fault(RESULT, "a whole result of this bench; a part of it is missing");
        }
    }

    private String checked() throws IOException {
        Map<String, Path> files = files();
        for (String needed : new String[] {RESULT, WORKLOAD, TRANSPORT}) {
            if (!files.containsKey(needed)) {
                throw fault("without " + needed, "a result with " + RESULT + ", " + WORKLOAD + " and " + TRANSPORT);
            }
        }
        BenchmarkResult result = StoredResult.read(directory);
        // Reads all that the site shows.
        new Reduction(name -> Optional.empty(), new Privacy(false)).read(directory, false);
        checkRun(result);
        checkSecrets(result, files);
        checkFile(files.get(WORKLOAD), result.workloadSettings());
        checkFile(files.get(TRANSPORT), result.transportSettings());
        long samples = 0;
        int logs = 0;
        HistogramLogs reader = new HistogramLogs();
        for (Fork fork : result.forks()) {
            for (Map.Entry<Probe, LatencySummary> probe : fork.probes().entrySet()) {
                if (probe.getValue().count() > 0) {
                    checkLog(files, fork, probe.getKey(), probe.getValue(), reader);
                    samples += probe.getKey() == Probe.END_TO_END
                            ? probe.getValue().count()
                            : 0;
                    logs++;
                }
            }
        }
        return Texts.format(
                "%s, %d %s, %,d messages end to end in %d logs",
                result.verdict().kind().toUpperCase(Locale.ROOT),
                result.forks().size(),
                result.forks().size() == 1 ? "fork" : "forks",
                samples,
                logs);
    }

    /** Returns the files by name. None is a link, and none is opened before its size is known. */
    private Map<String, Path> files() throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw fault(
                    "no directory",
                    "a directory with a result of this bench, which is not a link; files of other tools have nothing to check");
        }
        if (!NAME.matcher(directory.toRealPath().getFileName().toString()).matches()) {
            throw fault("its name", "letters, digits, '.', '_' and '-'");
        }
        Map<String, Path> files = new TreeMap<>();
        long bytes = 0;
        try (Stream<Path> inside = Files.list(directory)) {
            for (Path file : (Iterable<Path>) inside::iterator) {
                String name = file.getFileName().toString();
                BasicFileAttributes attributes =
                        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (!attributes.isRegularFile() || !NAME.matcher(name).matches()) {
                    throw fault(shown(name), "regular files alone, with names of letters, digits, '.', '_' and '-'");
                }
                if (!ALLOWED.matcher(name).matches()) {
                    throw fault(
                            name,
                            "no such file: contribute results of this bench alone, without recordings, logs, reports and files"
                                    + " of other tools; delete it");
                }
                bytes += attributes.size();
                if (attributes.size() > LARGEST_FILE || bytes > LARGEST_RESULT || files.size() == MOST_FILES) {
                    throw fault(
                            name,
                            "files of at most " + LARGEST_FILE / MEBIBYTE + " MiB, " + LARGEST_RESULT / MEBIBYTE
                                    + " MiB together, and at most " + MOST_FILES + " of them");
                }
                files.put(name, file);
            }
        }
        return files;
    }

    private void checkRun(BenchmarkResult result) throws IOException {
        String name = directory.toRealPath().getFileName().toString();
        if (!name.equals(result.name())) {
            throw fault("name " + shown(result.name()), "the name of the directory");
        }
        if (!result.complete() || result.forks().stream().anyMatch(fork -> !fork.complete())) {
            throw fault("incomplete", "a run that completed; this one broke off");
        }
        if (result.forks().isEmpty() || result.forks().size() > MOST_FORKS) {
            throw fault(result.forks().size() + " forks", "1 to " + MOST_FORKS + " forks");
        }
        boolean isChosen = result.precision().isPresent();
        String forks = result.workloadSettings().path("forks").asText();
        if (!isChosen && !forks.equals(Integer.toString(result.forks().size()))) {
            throw fault(result.forks().size() + " forks", "as many as its workload states: " + shown(forks));
        }
        for (int i = 0; i < result.forks().size(); i++) {
            Fork fork = result.forks().get(i);
            if (fork.number() != i + 1 || fork.environment() == null || fork.layout() == null) {
                throw fault("fork " + fork.number(), "fork " + (i + 1) + ", with its machine and threads");
            }
        }
    }

    private void checkSecrets(BenchmarkResult result, Map<String, Path> files) throws IOException {
        checkSecrets(WORKLOAD, result.workloadSettings());
        checkSecrets(TRANSPORT, result.transportSettings());
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (!file.getKey().endsWith(".hlog")) {
                for (String line : LimitedFile.text(file.getValue()).split("\n")) {
                    if (!Secrets.redact(line).equals(line)) {
                        throw secret(file.getKey());
                    }
                }
            }
        }
    }

    private void checkSecrets(String file, JsonNode settings) {
        if (!Secrets.redact(settings).equals(settings)) {
            throw secret(file);
        }
    }

    private ConfigException secret(String file) {
        return fault(file, "a file without secrets; it holds something like a password, a token or a key");
    }

    private void checkFile(Path file, JsonNode settings) throws IOException {
        if (!LimitedFile.text(file).equals(YamlDocument.toYaml(settings))) {
            throw fault(file.getFileName().toString(), "the settings of " + RESULT + ", as the bench wrote them");
        }
    }

    private void checkLog(Map<String, Path> files, Fork fork, Probe probe, LatencySummary stated, HistogramLogs reader)
            throws IOException {
        String name = probe.key() + "-fork" + fork.number() + ".hlog";
        if (!files.containsKey(name)) {
            throw fault("without " + name, "a histogram log of each probe and fork");
        }
        LatencySummary logged = LatencySummary.of(reader.sum(files.get(name)));
        if (logged.count() != stated.count()) {
            throw fault(
                    name + " with " + logged.count() + " samples",
                    stated.count() + " samples, which " + RESULT + " states");
        }
        if (!logged.percentilesNanos().equals(stated.percentilesNanos()) || logged.maxNanos() != stated.maxNanos()) {
            throw fault(name, "the percentiles that " + RESULT + " states for fork " + fork.number());
        }
    }

    private static String shown(String text) {
        String plain = String.valueOf(text).replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() > 80 ? plain.substring(0, 80) + "..." : plain;
    }

    private ConfigException fault(String found, String expected) {
        return ConfigException.invalid(shown(directory.toString()), found, expected);
    }
}
