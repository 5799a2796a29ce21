package io.twohop.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTML file with everything in it. The content security policy names its scripts and its style by their digests and
 * allows nothing else: whatever a result's strings contain, none of it runs and nothing is loaded. The strings themselves
 * are data, which the scripts show as text.
 */
enum Page {
    /** Of results side by side. */
    REPORT(
            "TwoHop report",
            "latency",
            "format.js",
            "page.js",
            "runs.js",
            "figure.js",
            "top.js",
            "percentiles.js",
            "agents.js",
            "subscribers.js",
            "time.js",
            "sweep.js",
            "forks.js",
            "faults.js",
            "services.js",
            "costs.js",
            "slowest.js",
            "flames.js",
            "main.js"),
    /** Of results one after the other. */
    HISTORY("TwoHop history", "series-1", "format.js", "page.js", "figure.js", "history.js"),
    /** Of runs that go on, which it asks its server for. */
    LIVE("TwoHop live", "runs", "format.js", "page.js", "runs.js", "figure.js", "percentiles.js", "time.js", "live.js");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String title;
    private final String first;
    private final List<String> scripts;

    /**
     * A kind of page.
     *
     * @param first the id of the element where its charts begin
     * @param scripts in the order in which they build on each other
     */
    Page(String title, String first, String... scripts) {
        this.title = title;
        this.first = first;
        this.scripts = List.of(scripts);
    }

    /** @param data what is shown */
    String of(JsonNode data) {
        StringBuilder ours = new StringBuilder("'use strict';\n");
        scripts.forEach(name -> ours.append(resource(name)));
        String script = ours.toString();
        String charts = resource("echarts.min.js");
        String style = resource("page.css");
        Map<String, String> parts = Map.of(
                "title",
                title,
                "first",
                first,
                "connections",
                this == LIVE ? "'self'" : "'none'",
                "scripts",
                digest(charts) + " " + digest(script),
                "styles",
                digest(style),
                "style",
                style,
                "data",
                data(data),
                "charts",
                charts,
                "script",
                script);
        StringBuilder page = new StringBuilder();
        Matcher places = PLACE.matcher(resource("page.html"));
        while (places.find()) {
            // Not as a replacement, in which the matcher would look at each of a million characters.
            places.appendReplacement(page, "");
            page.append(parts.get(places.group(1)));
        }
        return places.appendTail(page).toString();
    }

    /** Inside of a script element, only a less-than sign could end it. */
    private static String data(JsonNode data) {
        try {
            return JSON.writeValueAsString(data).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
