package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.result.BenchmarkResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs while they go on, as a page that asks for them again and again. Each second is kept as it comes, and made into rows
 * once somebody asks. Any thread.
 */
public final class LiveRuns {
    private final Map<String, LiveRun> runs = new LinkedHashMap<>();

    /**
     * Returns the run of this title, which must be unique. The first call adds it.
     */
    public synchronized LiveRun begin(String title) {
        return runs.computeIfAbsent(title, LiveRun::new);
    }

    /** A run has come to its end. */
    public synchronized void judged(String title, BenchmarkResult result) {
        runs.computeIfAbsent(title, LiveRun::new).judged(result.verdict(), result.complete());
    }

    /** The page, with what there is so far. */
    public String page() {
        return Page.LIVE.of(tree());
    }

    /** What there is so far, as JSON. */
    public String data() {
        return tree().toString();
    }

    private synchronized ObjectNode tree() {
        ObjectNode page = JsonNodeFactory.instance.objectNode().put("live", true);
        ArrayNode axis = page.putArray("axis");
        Percentage.axis().forEach(axis::add);
        ArrayNode all = page.putArray("runs");
        runs.values().forEach(run -> all.add(run.tree()));
        return page;
    }
}
