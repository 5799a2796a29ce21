package io.twohop.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Secrets;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a call measures, to distinguish it from another call.
 *
 * @param workload its name
 * @param tree both files in effect, secrets redacted
 */
record MatrixPlan(String workload, JsonNode tree) {
    /** @param interleaved whether forks take turns: what does cannot be resumed by what does not */
    static MatrixPlan of(Workload workload, List<TransportFile> transports, boolean interleaved) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("order").put("interleave", interleaved);
        tree.set("workload", Secrets.redact(workload.toDocument().toTree()));
        for (int i = 0; i < transports.size(); i++) {
            TransportFile transport = transports.get(i);
            tree.set(
                    (i + 1) + " " + transport.name(),
                    Secrets.redact(transport.whole().toTree()));
        }
        return new MatrixPlan(workload.name(), tree);
    }

    /** The keys that are not the same in another one, such as {@code workload.rate}. */
    Set<String> differences(JsonNode other) {
        Set<String> names = new TreeSet<>();
        names(tree, names);
        names(other, names);
        Set<String> different = new TreeSet<>();
        for (String name : names) {
            JsonNode here = tree.path(name);
            JsonNode there = other.path(name);
            Set<String> keys = new TreeSet<>();
            names(here, keys);
            names(there, keys);
            keys.stream()
                    .filter(key -> !here.path(key).equals(there.path(key)))
                    .forEach(key -> different.add(name + "." + key));
        }
        return different;
    }

    private static void names(JsonNode node, Set<String> into) {
        node.fieldNames().forEachRemaining(into::add);
    }
}
