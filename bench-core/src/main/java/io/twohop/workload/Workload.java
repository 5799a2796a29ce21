package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is sent, how fast and for how long. Made from YAML by {@link #read} or from Java by {@link #builder}; null
 * stands for a default, and the constructor refuses with {@link ConfigException} what cannot be run. Immutable; after
 * construction no component but those said to be is null.
 *
 * @param name names the workload in results; the file name without {@code .yaml}, not itself a key
 * @param description one line for {@code bench list}; empty by default
 * @param published id of the publication that it repeats; empty by default
 * @param mode what a run looks for; {@link Mode#LATENCY} by default
 * @param rates messages offered per second, one run each; required in mode latency, where the search begins in mode
 *     max-rate (1,000 by default), empty in mode throughput
 * @param sizes payload sizes, one run each; empty (the default) sends the event instead
 * @param topics over how many topics each hop's messages are spread in turn, one run each; 1 to 100,000, 1 by default
 * @param partitions of each topic, one run each; empty (the default) leaves it to the transport file
 * @param consumers of each hop, one run each; empty (the default) leaves it to the transport file
 * @param replication in how many places a message is kept, one run each; empty (the default) leaves it to the transport
 *     file
 * @param count messages to be measured in mode throughput, in place of a duration; null in other modes or where the
 *     duration decides
 * @param inFlight in mode throughput, how many messages of each producer may be without acknowledgement; 1 to 1,000,000,
 *     1,000 by default, null in other modes
 * @param slo the objective, by probe and percentile or {@code loss}; required in mode max-rate, empty by default
 * @param warmup time before the measurement at the same rate; 0 to 1 h, 10 s by default
 * @param duration measured time, 1 ms to 24 h; required unless there is a count, of which it is the limit, 10 min by default
 * @param drain how long to wait at the end for messages under way; above 0 to 10 min, 10 s by default
 * @param arrivals when messages are due; constant by default
 * @param floor how long the same workload is measured over loopback, for what the harness itself costs; 0 leaves it out,
 *     2 s by default
 * @param producers threads that publish, sharing the rate, one run each; 1 to 64, 1 by default
 * @param hops 1 measures publish to consume, 2 (the default) the whole path through a service
 * @param forks how many fresh JVMs repeat each run; 1 to 100, 1 by default
 * @param event name of the event type; {@code order} by default
 * @param service who answers, and where; {@code pass-through} in the measuring process by default
 * @param faults what is done to parts of the run meanwhile, by the name of a scenario, one run each; a list without names
 *     is one scenario, whose name is empty; empty by default
 * @param jvm options of the forked JVM; its defaults by default
 * @param jfr what the flight recording holds; {@link Jfr#DEFAULT} by default
 * @param layout placement of the agents on threads; auto by default
 * @param idle what a thread does without work; auto by default
 * @param affinity CPU numbers that the threads are pinned to, in order; empty (the default) pins none
 */
public record Workload(
        @JsonIgnore String name,
        String description,
        String published,
        Mode mode,
        @JsonProperty("rate") List<Rate> rates,
        @JsonProperty("size") List<Size> sizes,
        List<Integer> topics,
        List<Integer> partitions,
        List<Integer> consumers,
        List<Integer> replication,
        Long count,
        Integer inFlight,
        Map<String, String> slo,
        Duration warmup,
        Duration duration,
        Duration drain,
        Duration floor,
        Arrivals arrivals,
        List<Integer> producers,
        Integer hops,
        Integer forks,
        String event,
        ServiceOptions service,
        Map<String, List<Fault>> faults,
        JvmOptions jvm,
        Jfr jfr,
        Layout layout,
        Idle idle,
        List<Integer> affinity) {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    public Workload {
        name = WorkloadChecks.name(orElse(name, "workload"));
        description = WorkloadChecks.line("description", orElse(description, ""));
        published = orElse(published, "");
        mode = orElse(mode, Mode.LATENCY);
        rates = ModeChecks.rates(mode, rates);
        sizes = WorkloadChecks.list("size", sizes, "sizes");
        topics = WorkloadChecks.numbers("topics", topics, 100_000);
        partitions = WorkloadChecks.numbers("partitions", partitions, 10_000);
        consumers = WorkloadChecks.numbers("consumers", consumers, 64);
        replication = WorkloadChecks.numbers("replication", replication, 100);
        producers = WorkloadChecks.numbers("producers", producers, 64);
        topics = topics.isEmpty() ? List.of(1) : topics;
        producers = producers.isEmpty() ? List.of(1) : producers;
        warmup = WorkloadChecks.within("warmup", orElse(warmup, TEN_SECONDS), Duration.ZERO, Duration.ofHours(1));
        duration = ModeChecks.duration(mode, duration, count);
        duration = WorkloadChecks.within("duration", duration, Duration.ofMillis(1), Duration.ofHours(24));
        faults = FaultChecks.faults(mode, faults, rates, warmup, duration);
        WorkloadChecks.cells(new TreeMap<>(Map.of(
                "rate", rates,
                "size", sizes,
                "topics", topics,
                "partitions", partitions,
                "producers", producers,
                "consumers", consumers,
                "replication", replication,
                "faults", List.copyOf(faults.keySet()))));
        count = ModeChecks.count(mode, count);
        inFlight = ModeChecks.inFlight(mode, inFlight);
        slo = slo == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(slo));
        ModeChecks.slo(mode, slo, Slo.of(slo));
        Duration nanosecond = Duration.ofNanos(1);
        drain = WorkloadChecks.within("drain", orElse(drain, TEN_SECONDS), nanosecond, Duration.ofMinutes(10));
        floor = WorkloadChecks.within("floor", orElse(floor, TWO_SECONDS), Duration.ZERO, Duration.ofMinutes(10));
        WorkloadChecks.messages(rates, duration);
        WorkloadChecks.samples(rates, duration, Slo.of(slo));
        arrivals = ModeChecks.arrivals(mode, arrivals);
        hops = WorkloadChecks.within("hops", orElse(hops, 2), 1, 2);
        forks = WorkloadChecks.within("forks", orElse(forks, 1), 1, 100);
        event = WorkloadChecks.word("event", orElse(event, "order"));
        service = orElse(service, ServiceOptions.byDefault());
        ModeChecks.service(service, hops);
        jvm = orElse(jvm, JvmOptions.defaults());
        jfr = orElse(jfr, Jfr.DEFAULT);
        layout = orElse(layout, Layout.AUTO);
        idle = orElse(idle, Idle.AUTO);
        affinity = WorkloadChecks.affinity(orElse(affinity, List.of()));
    }

    /** Binds a document; its name becomes the workload's. */
    public static Workload read(YamlDocument document) {
        return document.bind(Workload.class).toBuilder().name(document.name()).build();
    }

    /** The keys that a workload file may have. */
    public static Set<String> keys() {
        return YamlDocument.keys(Workload.class);
    }

    /** A builder with every default; rate and duration are required. */
    public static WorkloadBuilder builder() {
        return new WorkloadBuilder();
    }

    /** A builder with the values of this workload. */
    public WorkloadBuilder toBuilder() {
        return new WorkloadBuilder(this);
    }

    /** This workload as YAML that {@link #read} reads back as an equal one; defaults are written out. */
    public YamlDocument toDocument() {
        return WorkloadWriter.document(this);
    }

    /** What has to be met. */
    public Slo objective() {
        return Slo.of(slo);
    }

    /** What is done to parts of the run, one for each time, by time; of a workload with one scenario, as each cell's has. */
    public List<Fault> eachFault() {
        return FaultChecks.each(faults.values().stream().flatMap(List::stream).toList());
    }

    /** The matrix, its runs in the order in which they are made: what comes first in this record varies slowest. */
    public List<Cell> cells() {
        return Cells.of(this);
    }

    /** This workload with one cell alone. */
    public Workload only(Cell cell) {
        return toBuilder()
                .rates(cell.rate() == null ? List.of() : List.of(cell.rate()))
                .sizes(cell.size() == null ? List.of() : List.of(cell.size()))
                .topics(List.of(cell.topics()))
                .producers(List.of(cell.producers()))
                .partitions(one(cell, Dimension.PARTITIONS))
                .consumers(one(cell, Dimension.CONSUMERS))
                .replication(one(cell, Dimension.REPLICATION))
                .scenarios(cell.faults() == null ? faults : Map.of(cell.faults(), faults.get(cell.faults())))
                .build();
    }

    private static List<Integer> one(Cell cell, Dimension dimension) {
        Integer value = cell.dimensions().get(dimension);
        return value == null ? List.of() : List.of(value);
    }

    private static <T> T orElse(T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
