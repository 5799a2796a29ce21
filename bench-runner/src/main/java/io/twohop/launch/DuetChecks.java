package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Texts;
import io.twohop.engine.Measurement;
import io.twohop.event.field.IdForm;
import io.twohop.machine.MachineProbe;
import io.twohop.transport.kit.Hosts;
import io.twohop.workload.Deployment;
import io.twohop.workload.JvmOptions;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
import io.twohop.workload.ReplyField;
import io.twohop.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Refuses workloads that cannot be measured side by side. */
public final class DuetChecks {
    private static final long MEGABYTE = 1L << 20;
    /** Numbers of a run that make an overlap with another run's unlikely: those of ten digits. */
    private static final long LEAST_ROOM = 4_500_000_000L;

    private static final String SINCE = ", since --duet ";

    private DuetChecks() {}

    /** @throws ConfigException if the workload cannot take turns, or the machine is too small for two */
    public static void check(Workload workload) {
        checkTurns(workload);
        checkRoom(
                workload,
                MachineProbe.machine().roomBytes(),
                Runtime.getRuntime().availableProcessors());
    }

    /** @param memoryBytes of the machine; empty if unknown */
    static void checkRoom(Workload workload, Optional<Long> memoryBytes, int cores) {
        if (cores < 2) {
            throw ConfigException.invalid(
                    "--duet",
                    cores + " core",
                    "2 or more, since one run's own threads work on while the other is measured");
        }
        JvmOptions jvm = workload.get(Keys.JVM);
        memoryBytes
                .map(bytes -> bytes / 2)
                .filter(half -> jvm.heapBytes().filter(heap -> heap > half).isPresent())
                .ifPresent(half -> {
                    throw ConfigException.invalid(
                            "jvm.heap",
                            jvm.heap(),
                            Texts.format("at most %,dm" + SINCE + "keeps both JVMs in memory", half / MEGABYTE));
                });
    }

    /**
     * Refuses two runs that read the same replies of a deployed service, and whose numbers are so short that they may overlap: each
     * run would take the other's replies as its own.
     *
     * @param runs that have been checked
     */
    public static void checkApart(List<CellRun> runs) {
        List<Replied> read = new ArrayList<>();
        for (CellRun run : runs) {
            Deployment deployment = run.measurement().scenario().service().deployment();
            String topic = deployment.expected().topic();
            if (topic == null) {
                continue;
            }
            Replied replied = Replied.of(topic, run.measurement());
            boolean apart = read.stream().noneMatch(replied::areSharedWith);
            read.add(replied);
            if (apart) {
                continue;
            }
            ReplyField field = deployment.correlate().field();
            Optional<IdForm> form =
                    field == null ? Optional.empty() : run.measurement().form(field);
            form.filter(ofNumbers -> ofNumbers.room() < LEAST_ROOM).ifPresent(ofNumbers -> {
                throw run.located(ConfigException.invalid(
                        "service.correlate.field",
                        field.inRequest() + " of " + ofNumbers.bytes() + " digits",
                        "10 digits or more, or a uuid, since both runs of --duet read the replies on " + topic
                                + " and shorter numbers may be those of both"));
            });
        }
    }

    /** A topic of replies on one cluster; another cluster's of the same name has none of its replies. */
    record Replied(String topic, Set<String> servers) {
        static Replied of(String topic, Measurement measurement) {
            return new Replied(
                    topic,
                    measurement
                            .transport()
                            .servers()
                            .map(servers -> endpoints(servers.addresses()))
                            .orElse(Set.of()));
        }

        /** Returns where servers listen, whatever their hosts are called. */
        static Set<String> endpoints(List<String> servers) {
            Set<String> all = new HashSet<>();
            for (String server : servers) {
                Set<String> known = Hosts.endpoints(server);
                all.addAll(known.isEmpty() ? Set.of(server) : known);
            }
            return all;
        }

        /** Two runs may name different servers of one cluster, but seldom none in common. */
        boolean areSharedWith(Replied other) {
            return topic.equals(other.topic)
                    && (servers.equals(other.servers) || !Collections.disjoint(servers, other.servers));
        }
    }

    private static void checkTurns(Workload workload) {
        if (workload.mode() != Mode.LATENCY) {
            throw ConfigException.invalid(
                    "mode", Enums.text(workload.mode()), "latency" + SINCE + "offers each run its rate in turns");
        }
        if (workload.forks() < 2) {
            throw ConfigException.invalid("forks", workload.forks(), "2 or more" + SINCE + "compares pairs of forks");
        }
        boolean isProfile = workload.profile().changes();
        if (isProfile || workload.arrivals().isReplay()) {
            throw ConfigException.invalid(
                    isProfile ? "rate" : "arrivals",
                    isProfile ? "a profile" : "replay",
                    "a rate" + SINCE + "cuts what is offered into slices");
        }
        if (workload.isWarmedUntilSteady()) {
            throw ConfigException.invalid(
                    "warmup.until", "steady", "a time such as 10s" + SINCE + "warms up both at once");
        }
        if (!workload.faults().isEmpty()) {
            throw ConfigException.invalid("faults", "given", "none" + SINCE + "would have them hit both");
        }
        if (workload.subscribers() > 1) {
            throw ConfigException.invalid(
                    Keys.SUBSCRIBERS.name(), workload.subscribers(), "1" + SINCE + "compares runs with one");
        }
        if (workload.service().process()) {
            throw ConfigException.invalid(
                    "service.process", true, "no process of its own" + SINCE + "could not have it stand still");
        }
    }
}
