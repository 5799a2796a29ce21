package io.twohop.external;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A result of another tool. It has no verdict and no trust: nothing in its file says whether the rate was held, what was lost, or what the
 * machine decided.
 *
 * @param name the file, as the user gave it
 * @param tool the tool that wrote it
 * @param stated what the file states of its run, by the file's own names and in its order; empty for most formats
 * @param series what it measured, in the file's order; at least one
 * @param facts what the file states beside figures, such as errors
 * @param limits what the format leaves open, a sentence each
 * @param doubt why its doubtful figures are doubtful, in a few words
 */
public record ExternalResult(
        String name,
        String tool,
        Map<String, String> stated,
        List<Series> series,
        List<String> facts,
        List<String> limits,
        String doubt) {
    private static final String OF_MACHINE = "the machine may have decided it";

    public ExternalResult {
        stated = Collections.unmodifiableMap(new LinkedHashMap<>(stated));
        series = List.copyOf(series);
        facts = List.copyOf(facts);
        limits = List.copyOf(limits);
    }

    /** Returns what the file states beside figures, for readers: of its run in one line, and its facts. */
    public List<String> statements() {
        String run = stated.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return Stream.concat(Stream.of(run).filter(line -> !line.isEmpty()), facts.stream())
                .toList();
    }

    /** Creates a result of a format that states nothing of its run. */
    public ExternalResult(String name, String tool, List<Series> series, List<String> facts, List<String> limits) {
        this(name, tool, Map.of(), series, facts, limits, OF_MACHINE);
    }
}
