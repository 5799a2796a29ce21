package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What is sent, how fast and for how long. Made from YAML by {@link #read} or from Java by {@link #builder}; null
 * stands for a default, and the constructor refuses with {@link ConfigException} what cannot be run. Immutable; after
 * construction no component but those said to be is null.
 *
 * @param name names the workload in results; the file name without {@code .yaml}, not itself a key
 * @param description one line for {@code bench list}; empty by default
 * @param mode what a run looks for; {@link Mode#LATENCY} by default
 * @param rates messages offered per second, one run each; required
 * @param sizes payload sizes, one run each; empty (the default) sends the event instead
 * @param warmup time before the measurement at the same rate; 0 to 1 h, 10 s by default
 * @param duration measured time, 1 ms to 24 h; required
 * @param drain how long to wait at the end for messages under way; above 0 to 10 min, 10 s by default
 * @param arrivals when messages are due; constant by default
 * @param floor how long the same workload is measured over loopback, for what the harness itself costs; 0 leaves it out,
 *     2 s by default
 * @param producers threads that publish, sharing the rate; 1 to 64, 1 by default
 * @param hops 1 measures publish to consume, 2 (the default) the whole path through a service
 * @param forks how many fresh JVMs repeat each run; 1 to 100, 1 by default
 * @param event name of the event type; {@code order} by default
 * @param service name of the service; {@code pass-through} by default
 * @param jvm options of the forked JVM; its defaults by default
 * @param jfr what the flight recording holds; {@link Jfr#DEFAULT} by default
 * @param layout placement of the agents on threads; auto by default
 * @param idle what a thread does without work; auto by default
 * @param affinity CPU numbers that the threads are pinned to, in order; empty (the default) pins none
 */
public record Workload(
        @JsonIgnore String name,
        String description,
        Mode mode,
        @JsonProperty("rate") List<Rate> rates,
        @JsonProperty("size") List<Size> sizes,
        Duration warmup,
        Duration duration,
        Duration drain,
        Duration floor,
        Arrivals arrivals,
        Integer producers,
        Integer hops,
        Integer forks,
        String event,
        String service,
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
        mode = orElse(mode, Mode.LATENCY);
        rates = WorkloadChecks.rates(rates);
        sizes = WorkloadChecks.list("size", sizes, "sizes");
        WorkloadChecks.cells(rates, sizes);
        Duration nanosecond = Duration.ofNanos(1);
        warmup = WorkloadChecks.within("warmup", orElse(warmup, TEN_SECONDS), Duration.ZERO, Duration.ofHours(1));
        duration = WorkloadChecks.within("duration", duration, Duration.ofMillis(1), Duration.ofHours(24));
        drain = WorkloadChecks.within("drain", orElse(drain, TEN_SECONDS), nanosecond, Duration.ofMinutes(10));
        floor = WorkloadChecks.within("floor", orElse(floor, TWO_SECONDS), Duration.ZERO, Duration.ofMinutes(10));
        WorkloadChecks.messages(rates, duration);
        arrivals = orElse(arrivals, Arrivals.constant());
        producers = WorkloadChecks.within("producers", orElse(producers, 1), 1, 64);
        hops = WorkloadChecks.within("hops", orElse(hops, 2), 1, 2);
        forks = WorkloadChecks.within("forks", orElse(forks, 1), 1, 100);
        event = WorkloadChecks.word("event", orElse(event, "order"));
        service = WorkloadChecks.word("service", orElse(service, "pass-through"));
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
        return RecordBinder.keys(Workload.class);
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

    /** The matrix: every size at the first rate, then at the next. */
    public List<Cell> cells() {
        if (sizes.isEmpty()) {
            return rates.stream().map(rate -> new Cell(rate, null)).toList();
        }
        return rates.stream()
                .flatMap(rate -> sizes.stream().map(size -> new Cell(rate, size)))
                .toList();
    }

    private static <T> T orElse(T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
