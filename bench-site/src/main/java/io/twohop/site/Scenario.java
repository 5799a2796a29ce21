package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.ForkSetting;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The workload, transport with its settings, and machine class that the results of one line share. Run lengths and the number of forks
 * may differ.
 *
 * @param id of the scenario. It begins with digits of the question's, so that the scenarios of one question are neighbours
 * @param facts columns of the overview by name, without those of its results
 * @param machine class of the machine
 */
record Scenario(String id, ObjectNode facts, MachineClass machine) {
    private static final int DIGITS = 12;

    /** Digits of the question in a scenario's ID. */
    private static final int OF_QUESTION = 4;

    /** Settings of a workload that may differ within a scenario. */
    static final Set<String> LENGTHS = Set.of("workload.warmup", "workload.duration", "workload.drain");

    private static final String WORKLOAD = "workload.";

    /** Settings of a workload that have a column of their own, and the mode, which the rate tells. */
    private static final Set<String> IN_COLUMNS = Set.of("mode", "rate", "size", "hops", "service");

    /** The settings of a workload whose file names none but the rate. */
    private static final JsonNode DEFAULTS = Workload.builder()
            .rate(1)
            .duration(Duration.ofSeconds(1))
            .build()
            .toDocument()
            .toTree();

    /** The longest text of a setting in a heading. */
    private static final int LONGEST = 60;

    private static final String RATE = "workload.rate";
    private static final Set<String> NOT_TUNED = Set.of("description", "transport", "codec");

    /**
     * Returns the scenario of a result.
     *
     * @param known scenarios by ID, to which a new one is added
     */
    static Scenario of(BenchmarkResult result, ShippedFiles shipped, Privacy privacy, Map<String, Scenario> known) {
        MachineClass machine = MachineClass.of(result, privacy);
        Map<String, String> question = new TreeMap<>();
        Map<String, String> transport = new TreeMap<>();
        ForkSetting.ofOneSide(result).forEach((key, value) -> {
            if (key.startsWith("transport.") && !key.equals("transport.codec")) {
                transport.put(key, value);
            } else if (ForkSetting.isOfFiles(key) && !LENGTHS.contains(key) || key.equals("measured")) {
                question.put(key, value);
            }
        });
        question.put("workload", String.valueOf(result.workload()));
        question.put("payloadBytes", String.valueOf(result.payloadBytes()));
        question.put("machine", machine.toTree().toString());
        transport.put("transport", String.valueOf(result.transport()));
        Map<String, String> family = new TreeMap<>(question);
        family.remove(RATE);
        String asked = hash(question);
        transport.putAll(question);
        String id = asked.substring(0, OF_QUESTION) + hash(transport).substring(OF_QUESTION);
        return known.computeIfAbsent(id, added -> {
            ObjectNode facts = JsonNodeFactory.instance.objectNode().put("id", id);
            putFacts(result, shipped, privacy, facts);
            facts.set("further", further(question, privacy));
            facts.put("question", asked).put("family", hash(family)).put("machine", machine.alias());
            return new Scenario(id, facts, machine);
        });
    }

    private static String hash(Map<String, String> settings) {
        StringBuilder text = new StringBuilder();
        // Lengths before the values, so that no value can look like another key.
        settings.forEach((key, value) -> text.append(key)
                .append(' ')
                .append(value.length())
                .append(' ')
                .append(value)
                .append('\n'));
        return Scripts.digest(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
    }

    private static void putFacts(BenchmarkResult result, ShippedFiles shipped, Privacy privacy, ObjectNode facts) {
        JsonNode workload = privacy.tree(result.workloadSettings());
        JsonNode transport = privacy.tree(result.transportSettings());
        facts.put("workload", privacy.text(result.workload()));
        putRate(workload, facts);
        JsonNode size = first(workload, "size");
        if (size.isObject()) {
            facts.put("size", text(size, ""));
        } else if (result.payloadBytes() > 0) {
            facts.put("size", result.payloadBytes());
        } else {
            facts.put("size", text(workload.path("event"), "event"));
        }
        facts.put("hops", workload.path("hops").asInt(2));
        facts.put("codec", result.payloadBytes() > 0 ? "bytes" : text(transport.path("codec"), "default"));
        facts.put("transport", privacy.text(result.transport()));
        facts.put("system", text(transport.path("transport"), "unknown"));
        ObjectNode changed = changed(result, shipped, privacy);
        facts.put("configuration", changed.isEmpty() ? "default" : "tuned");
        facts.set("changed", changed);
        facts.put("service", text(workload.path("service"), null));
    }

    /** Returns what else of a question differs from the defaults, without which two questions would read alike. */
    private static ObjectNode further(Map<String, String> question, Privacy privacy) {
        ObjectNode further = JsonNodeFactory.instance.objectNode();
        question.forEach((key, value) -> {
            String name = key.startsWith(WORKLOAD) ? key.substring(WORKLOAD.length()) : "";
            if (!name.isEmpty() && !IN_COLUMNS.contains(name) && !value.equals(line(DEFAULTS.path(name)))) {
                further.put(privacy.text(name), privacy.value(name, onlyOne(value)));
            }
        });
        return further;
    }

    /** Returns a list's only value instead of the list. */
    private static String onlyOne(String value) {
        return value.replaceFirst("^\\[([^\\[\\],{}]+)]$", "$1");
    }

    /** Returns the only value of a key that may be a list. */
    private static JsonNode first(JsonNode settings, String key) {
        JsonNode value = settings.path(key);
        return value.isArray() ? value.path(0) : value;
    }

    private static String text(JsonNode value, String absent) {
        if (value.isMissingNode() || value.isNull()) {
            return absent;
        }
        String text = Stream.of("name", "file")
                .map(value::path)
                .filter(JsonNode::isTextual)
                .findFirst()
                .map(JsonNode::asText)
                .orElseGet(() -> YamlDocument.line(value));
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    private static void putRate(JsonNode workload, ObjectNode facts) {
        switch (workload.path("mode").asText()) {
            case "throughput" -> facts.put("rate", 0);
            case "max-rate" -> facts.put("rate", "max-rate");
            default -> {
                String rate = text(first(workload, "rate"), "as recorded");
                try {
                    facts.set("rate", Numbers.exact(Quantities.rate(rate).perSecond()));
                } catch (ConfigException e) {
                    facts.put("rate", rate);
                }
            }
        }
    }

    /** Returns settings that differ from those of the shipped file of the same name, or else from that of the system. */
    private static ObjectNode changed(BenchmarkResult result, ShippedFiles shipped, Privacy privacy) {
        ObjectNode changed = JsonNodeFactory.instance.objectNode();
        String system = result.transportSettings().path("transport").asText();
        JsonNode defaults = Optional.ofNullable(result.transport())
                .flatMap(shipped::find)
                .or(() -> shipped.find(system))
                .orElse(JsonNodeFactory.instance.objectNode());
        Set<String> keys = new TreeSet<>();
        result.transportSettings().fieldNames().forEachRemaining(keys::add);
        defaults.fieldNames().forEachRemaining(keys::add);
        keys.removeAll(NOT_TUNED);
        for (String key : keys) {
            String its = line(result.transportSettings().path(key));
            if (!its.equals(line(defaults.path(key)))) {
                changed.put(privacy.text(key), privacy.value(key, its.isEmpty() ? "absent" : its));
            }
        }
        return changed;
    }

    private static String line(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "" : YamlDocument.line(value);
    }
}
