package io.twohop.workload;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Enums;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import java.util.List;
import java.util.Map;

/** Writes a workload with its defaults as the YAML it could have been read from. */
final class WorkloadWriter {
    private WorkloadWriter() {}

    static YamlDocument document(Workload workload) {
        ObjectNode tree = object();
        tree.put("description", workload.description());
        if (!workload.published().isEmpty()) {
            tree.put("published", workload.published());
        }
        tree.put("mode", Enums.text(workload.mode()));
        set(tree, "rate", workload.rates());
        set(tree, "size", workload.sizes());
        set(tree, "topics", workload.topics());
        set(tree, "partitions", workload.partitions());
        set(tree, "producers", workload.producers());
        set(tree, "consumers", workload.consumers());
        set(tree, "replication", workload.replication());
        if (workload.count() != null) {
            tree.put("count", workload.count().toString());
        }
        if (workload.inFlight() != null) {
            tree.put("inFlight", workload.inFlight().toString());
        }
        if (!workload.slo().isEmpty()) {
            workload.slo().forEach(tree.putObject("slo")::put);
        }
        tree.put("warmup", Quantities.text(workload.warmup()));
        tree.put("duration", Quantities.text(workload.duration()));
        tree.put("drain", Quantities.text(workload.drain()));
        tree.put("floor", Quantities.text(workload.floor()));
        tree.set("arrivals", arrivals(workload.arrivals()));
        tree.put("hops", workload.hops().toString());
        tree.put("forks", workload.forks().toString());
        tree.put("event", workload.event());
        if (workload.service().process()) {
            tree.putObject("service").put("name", workload.service().name()).put("process", true);
        } else {
            tree.put("service", workload.service().name());
        }
        faults(tree, workload);
        tree.set("jvm", jvm(workload.jvm()));
        tree.put("jfr", Enums.text(workload.jfr()));
        tree.put("layout", Enums.text(workload.layout()));
        tree.put("idle", Enums.text(workload.idle()));
        tree.set("affinity", list(workload.affinity()));
        return YamlDocument.parse(workload.name() + ".yaml", YamlDocument.toYaml(tree));
    }

    private static ObjectNode arrivals(Arrivals arrivals) {
        ObjectNode tree = object().put("kind", Enums.text(arrivals.kind()));
        return switch (arrivals.kind()) {
            case CONSTANT -> tree;
            case POISSON -> tree.put("seed", Long.toString(arrivals.seed()));
            case BURST -> tree.put("burst", Integer.toString(arrivals.burst()));
        };
    }

    private static void faults(ObjectNode tree, Workload workload) {
        Map<String, List<Fault>> faults = workload.faults();
        if (faults.containsKey("")) {
            faults(tree.putArray("faults"), faults.get(""));
        } else if (!faults.isEmpty()) {
            ObjectNode named = tree.putObject("faults");
            faults.forEach((name, list) -> faults(named.putArray(name), list));
        }
    }

    private static void faults(ArrayNode tree, List<Fault> faults) {
        faults.forEach(fault -> tree.add(fault(fault)));
    }

    private static ObjectNode fault(Fault fault) {
        ObjectNode tree = object().put("at", Quantities.text(fault.at()))
                .put("target", fault.target())
                .put("action", Enums.text(fault.action()));
        if (fault.outage() != null) {
            tree.put("for", Quantities.text(fault.outage()));
        }
        if (fault.by() != null) {
            tree.put("by", Quantities.text(fault.by()));
        }
        if (fault.to() != null) {
            tree.put("to", fault.to().toString());
        }
        if (fault.every() != null) {
            tree.put("times", fault.times().toString()).put("every", Quantities.text(fault.every()));
        }
        return tree;
    }

    private static ObjectNode jvm(JvmOptions jvm) {
        ObjectNode tree = object();
        if (jvm.heap() != null) {
            tree.put("heap", jvm.heap());
        }
        if (jvm.gc() != null) {
            tree.put("gc", Enums.text(jvm.gc()));
        }
        tree.set("flags", list(jvm.flags()));
        return tree;
    }

    private static void set(ObjectNode tree, String key, List<?> values) {
        if (!values.isEmpty()) {
            tree.set(key, list(values));
        }
    }

    private static ArrayNode list(List<?> values) {
        ArrayNode tree = JsonNodeFactory.instance.arrayNode();
        values.forEach(value -> tree.add(value.toString()));
        return tree;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
