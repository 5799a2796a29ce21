package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.result.BenchmarkResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Running measurements, for a page that polls them. Seconds are only queued when they end, and become rows with the next poll. Any
 * thread.
 */
public final class LiveRuns {
    private final Map<String, LiveRun> runs = new LinkedHashMap<>();

    /** Returns the run with this title, which must be unique; the first call adds it. */
    public synchronized LiveRun begin(String title) {
        return runs.computeIfAbsent(title, LiveRun::new);
    }

    /** Shows a run's verdict after its end. */
    public synchronized void judged(String title, BenchmarkResult result) {
        runs.computeIfAbsent(title, LiveRun::new).judged(result);
    }

    /** Returns the page with all seconds so far. */
    public String page() {
        return Page.LIVE.of(tree());
    }

    /** Returns the page's data so far, as JSON. */
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
