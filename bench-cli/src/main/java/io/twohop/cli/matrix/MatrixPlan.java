package io.twohop.cli.matrix;

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
 * The plan of a matrix, which distinguishes it from matrices of other settings.
 *
 * @param workload the workload's name
 * @param tree the workload and the transport files in effect, secrets redacted
 */
public record MatrixPlan(String workload, JsonNode tree) {
    /** @param interleaved whether forks take turns; such a matrix cannot be resumed by one without turns, nor the reverse */
    public static MatrixPlan of(Workload workload, List<TransportFile> transports, boolean interleaved) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("order").put("interleave", interleaved);
        tree.set("workload", Secrets.redact(workload.toDocument().toTree()));
        for (int i = 0; i < transports.size(); i++) {
            TransportFile transport = transports.get(i);
            tree.set((i + 1) + " " + transport.name(), transport.shown());
        }
        return new MatrixPlan(workload.name(), tree);
    }

    /** Returns the keys whose values differ from another plan's, such as {@code workload.rate}. */
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
