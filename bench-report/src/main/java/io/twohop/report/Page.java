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
 * A self-contained HTML page. Its content security policy allows only its own scripts and style, by digest, so nothing in a result's
 * strings can run or load anything. The scripts show strings as text.
 */
enum Page {
    /** Results side by side. */
    REPORT(
            "TwoHop report",
            "latency",
            "data.js",
            "format.js",
            "page.js",
            "save.js",
            "runs.js",
            "figure.js",
            "top.js",
            "external.js",
            "probes.js",
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
    /** Series of results over time. */
    HISTORY("TwoHop history", "series-1", "data.js", "format.js", "page.js", "save.js", "figure.js", "history.js"),
    /** Running measurements, polled from the page's server. */
    LIVE(
            "TwoHop live",
            "runs",
            "data.js",
            "format.js",
            "page.js",
            "save.js",
            "runs.js",
            "figure.js",
            "probes.js",
            "percentiles.js",
            "time.js",
            "live.js");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String title;
    private final String first;
    private final List<String> scripts;

    /**
     * Creates a kind of page.
     *
     * @param first the id of the element where the charts begin
     * @param scripts scripts in load order
     */
    Page(String title, String first, String... scripts) {
        this.title = title;
        this.first = first;
        this.scripts = List.of(scripts);
    }

    /** @param data the page's data */
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
            // A replacement string would be scanned for references, a million characters long.
            places.appendReplacement(page, "");
            page.append(parts.get(places.group(1)));
        }
        return places.appendTail(page).toString();
    }

    /** Escapes the less-than sign, the only character that could end a script element. */
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
