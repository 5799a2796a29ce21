package io.twohop.external;

import java.util.List;

/**
 * A result of another tool. It has no verdict and no trust: nothing in its file says whether the rate was held, what was lost, or what the
 * machine decided.
 *
 * @param name the file, as the user gave it
 * @param tool the tool that wrote it
 * @param series what it measured, in the file's order; at least one
 * @param facts what the file states beside figures, such as errors
 * @param limits what the format leaves open, a sentence each
 */
public record ExternalResult(String name, String tool, List<Series> series, List<String> facts, List<String> limits) {
    public ExternalResult {
        series = List.copyOf(series);
        facts = List.copyOf(facts);
        limits = List.copyOf(limits);
    }
}
