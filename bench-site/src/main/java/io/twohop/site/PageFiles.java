package io.twohop.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of a site: one HTML file with one script and one style, both joined from this module's resources and the report's. They depend on
 * no result, so their names change only with this version of the bench.
 */
final class PageFiles {
    static final String PAGE = "index.html";

    private static final String REPORT = "/io/twohop/report/";
    private static final String SITE = "/io/twohop/site/";
    private static final List<String> STYLES = List.of(REPORT + "page.css", SITE + "site.css");

    /** Scripts in load order. */
    private static final List<String> SCRIPTS = List.of(
            REPORT + "format.js",
            REPORT + "page.js",
            REPORT + "save.js",
            REPORT + "probes.js",
            SITE + "store.js",
            SITE + "route.js",
            SITE + "words.js",
            SITE + "chart.js",
            SITE + "tables.js",
            SITE + "filters.js",
            SITE + "overview.js",
            SITE + "results.js",
            SITE + "scenario.js",
            SITE + "result.js",
            SITE + "compare.js",
            SITE + "external.js",
            SITE + "main.js");

    private PageFiles() {}

    /** Returns texts by file name. The HTML file is the last, since it names the others. */
    static Map<String, String> all() {
        String style = joined(STYLES);
        String script = "'use strict';\n" + joined(SCRIPTS);
        String styleName = "page-" + digest(style) + ".css";
        String scriptName = "page-" + digest(script) + ".js";
        Map<String, String> files = new LinkedHashMap<>();
        files.put(styleName, style);
        files.put(scriptName, script);
        files.put(PAGE, resource(SITE + PAGE).replace("{{style}}", styleName).replace("{{script}}", scriptName));
        return files;
    }

    private static String joined(List<String> names) {
        StringBuilder all = new StringBuilder();
        names.forEach(name -> all.append(resource(name)));
        return all.toString();
    }

    private static String resource(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the first 12 hexadecimal digits of a text's SHA-256. */
    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
