package io.twohop.published;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.workload.Keys;
import io.twohop.workload.PayloadSize;
import io.twohop.workload.Slo;
import io.twohop.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * The figures that a publication states for one run.
 *
 * @param system that was measured
 * @param transports names of the files that stand for it here, without {@code .yaml}
 * @param rate offered; null for a closed loop
 * @param size of a message; null for the default event
 * @param hops of a message; 2 where absent
 * @param inFlight of a closed loop; null where it does not matter
 * @param replication where the workload sets it; null where it does not matter
 * @param latency by probe and percentile, a duration or a range such as {@code 18us to 21us}
 * @param throughput by part and unit, such as {@code publisher.megabytesPerSecond}, a number or a range
 */
public record Figure(
        String system,
        List<String> transports,
        Rate rate,
        Size size,
        Integer hops,
        Integer inFlight,
        Integer replication,
        Map<String, String> latency,
        Map<String, String> throughput) {
    private static final String RANGE = " to ";
    private static final List<String> PARTS = List.of("publisher", "subscriber", "overall");
    private static final List<String> UNITS = List.of("messagesPerSecond", "megabytesPerSecond");

    public Figure {
        transports = List.copyOf(transports);
        hops = Given.of("hops", hops).or(2);
        latency = Given.of("latency", latency).or(Map.of());
        throughput = Given.of("throughput", throughput).or(Map.of());
    }

    /** Returns whether the figure was published of the same run: a workload of one cell over a transport. */
    boolean isOf(Workload workload, String transport) {
        return transports.contains(transport)
                && Given.of("rate", rate).map(Rate::perSecond).or(0.0)
                        == workload.scenario().load().perSecond()
                && workload.sizes()
                        .equals(Given.of("size", size)
                                .map(PayloadSize::of)
                                .map(List::of)
                                .or(List.of()))
                && hops.equals(workload.hops())
                && Given.of("inFlight", inFlight)
                        .map(messages -> messages.equals(workload.get(Keys.IN_FLIGHT)))
                        .or(true)
                && Given.of("replication", replication)
                        .map(replicas -> workload.get(Keys.REPLICATION).equals(List.of(replicas)))
                        .or(true);
    }

    /** Nanoseconds by probe and percentile. */
    Map<String, Reference.Range> latenciesNanos() {
        return ranges(
                latency,
                (key, text) ->
                        Slo.of(Map.of(key, text)).latencies().get(0).limit().toNanos());
    }

    /** Messages or megabytes a second, by part and unit. */
    Map<String, Reference.Range> throughputs() {
        return ranges(throughput, Figure::number);
    }

    private static double number(String key, String text) {
        String[] parts = key.split("\\.", 2);
        if (parts.length != 2 || !PARTS.contains(parts[0]) || !UNITS.contains(parts[1])) {
            throw ConfigException.invalid("throughput." + key, text, "one of " + PARTS + ", a dot and one of " + UNITS);
        }
        return Double.parseDouble(text);
    }

    private static Map<String, Reference.Range> ranges(
            Map<String, String> texts, ToDoubleBiFunction<String, String> value) {
        Map<String, Reference.Range> ranges = new LinkedHashMap<>();
        texts.forEach((key, text) -> {
            String[] ends = text.split(RANGE, 2);
            double low = value.applyAsDouble(key, ends[0]);
            ranges.put(key, new Reference.Range(low, ends.length == 1 ? low : value.applyAsDouble(key, ends[1])));
        });
        return ranges;
    }
}
