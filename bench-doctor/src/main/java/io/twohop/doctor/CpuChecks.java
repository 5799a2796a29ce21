package io.twohop.doctor;

import static io.twohop.doctor.Amounts.count;
import static io.twohop.doctor.Amounts.time;

import io.twohop.config.Texts;
import io.twohop.result.ControlGroups;
import io.twohop.result.ControlGroups.Throttling;
import io.twohop.workload.AllowedCpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The CPUs: which there are, which of them this process gets, and what they do by themselves. */
final class CpuChecks {
    private static final String GROUP = "cpu";
    private static final String CPUS = "sys/devices/system/cpu/";
    private static final String GOVERNOR = "cpufreq/scaling_governor";

    private CpuChecks() {}

    static List<Check> of(SystemFiles files) {
        List<Check> checks = new ArrayList<>();
        checks.add(files.value("proc/cpuinfo", "model name")
                .map(model -> Check.ok(GROUP, "model", model, Check.figures("model", model)))
                .orElseGet(() -> Check.unknown(GROUP, "model")));
        checks.add(whichAreOnline(files));
        checks.add(quota(files));
        checks.add(siblings(files));
        checks.add(isolated(files));
        checks.add(governor(files));
        turbo(files).ifPresent(checks::add);
        idleStates(files).ifPresent(checks::add);
        return checks;
    }

    /** Those that this process may run on; all there are where the system does not say. */
    static int allowed(SystemFiles files) {
        int allowed = AllowedCpus.of(files.root()).cardinality();
        return allowed > 0 ? allowed : Runtime.getRuntime().availableProcessors();
    }

    /** Those of the whole machine. */
    static int online(SystemFiles files) {
        return files.text(CPUS + "online")
                .map(list -> AllowedCpus.parse(list).cardinality())
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    private static Check whichAreOnline(SystemFiles files) {
        BitSet online = files.text(CPUS + "online").map(AllowedCpus::parse).orElseGet(BitSet::new);
        BitSet allowed = AllowedCpus.of(files.root());
        if (online.isEmpty() || allowed.isEmpty()) {
            return Check.unknown(GROUP, "online");
        }
        return Check.of(
                GROUP,
                "online",
                online.cardinality() + ", this process may use " + AllowedCpus.text(allowed)
                        + (allowed.cardinality() > 2 ? "" : "; agents share threads"),
                Check.figures("online", AllowedCpus.text(online), "allowed", AllowedCpus.text(allowed)),
                allowed.cardinality() == 1 && online.cardinality() > 1,
                "one CPU for everything: start it with taskset -c " + AllowedCpus.text(online) + " ./bench ...");
    }

    /** Threads that spin use up a quota below the cores they have, and then stand still until the period ends. */
    private static Check quota(SystemFiles files) {
        ControlGroups groups = ControlGroups.of(files.root());
        int cores = allowed(files);
        Double quota = groups.cpuQuota().orElse(null);
        if (quota == null) {
            return Check.ok(GROUP, "quota", "none", Check.figures("quotaCores", null, "cores", cores));
        }
        Throttling throttling = groups.throttling().orElse(null);
        return Check.of(
                GROUP,
                "quota",
                Texts.format("%.2f of %d cores", quota, cores)
                        + (throttling == null
                                ? ""
                                : ", throttled in " + count(throttling.throttled()) + " of "
                                        + count(throttling.periods()) + " periods, "
                                        + time(throttling.nanos()) + " in all"),
                Check.figures(
                        "quotaCores",
                        quota,
                        "cores",
                        cores,
                        "periods",
                        throttling == null ? null : throttling.periods(),
                        "throttledPeriods",
                        throttling == null ? null : throttling.throttled(),
                        "throttledNanos",
                        throttling == null ? null : throttling.nanos()),
                quota < cores,
                "who has used it up stands still until the period ends. No quota but"
                        + "\ncores of its own: docker run --cpuset-cpus in place of --cpus,"
                        + "\nKubernetes' static CPU manager, systemd's AllowedCPUs");
    }

    private static Check siblings(SystemFiles files) {
        List<BitSet> cores = new ArrayList<>(files.numbered(CPUS, "cpu").stream()
                .map(cpu -> files.text(relative(files, cpu.resolve("topology/thread_siblings_list"))))
                .flatMap(Optional::stream)
                .map(AllowedCpus::parse)
                .distinct()
                .toList());
        if (cores.isEmpty()) {
            return Check.unknown(GROUP, "SMT");
        }
        String firsts =
                cores.stream().map(core -> Integer.toString(core.nextSetBit(0))).collect(Collectors.joining(","));
        boolean shared = cores.stream().anyMatch(core -> core.cardinality() > 1);
        return Check.of(
                GROUP,
                "SMT",
                shared
                        ? "two CPUs to a core: "
                                + cores.stream().map(AllowedCpus::text).limit(4).collect(Collectors.joining(" "))
                                + (cores.size() > 4 ? " ..." : "")
                        : "one CPU to a core, as far as this machine says",
                Check.figures("siblings", cores.stream().map(AllowedCpus::text).toList()),
                shared,
                "two that spin slow each other down: pin to one of each core,"
                        + "\n'-Daffinity=[" + firsts + "]', or"
                        + "\necho off | sudo tee /" + CPUS + "smt/control");
    }

    private static Check isolated(SystemFiles files) {
        String isolated = files.text(CPUS + "isolated").orElse("");
        BitSet cpus = AllowedCpus.parse(isolated);
        String tickless = files.text(CPUS + "nohz_full")
                .map(AllowedCpus::parse)
                .map(AllowedCpus::text)
                .orElse("");
        return Check.ok(
                GROUP,
                "isolated",
                (cpus.isEmpty() ? "none" : AllowedCpus.text(cpus) + ", for --affinity here and affinity: in a run")
                        + (tickless.isEmpty() ? "; tickless: none" : "; tickless: " + tickless),
                Check.figures("isolated", AllowedCpus.text(cpus), "nohzFull", tickless));
    }

    private static Check governor(SystemFiles files) {
        TreeSet<String> governors = files.numbered(CPUS, "cpu").stream()
                .map(cpu -> files.text(relative(files, cpu.resolve(GOVERNOR))))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        return governors.isEmpty()
                ? Check.unknown(GROUP, "governor")
                : Check.of(
                        GROUP,
                        "governor",
                        String.join(", ", governors),
                        Check.figures("governors", governors),
                        governors.size() > 1 || !governors.contains("performance"),
                        "sudo cpupower frequency-set -g performance");
    }

    private static Optional<Check> turbo(SystemFiles files) {
        return files.text(CPUS + "intel_pstate/no_turbo")
                .map("0"::equals)
                .or(() -> files.text(CPUS + "cpufreq/boost").map("1"::equals))
                .map(on -> Check.ok(
                        GROUP,
                        "turbo",
                        on ? "on: the frequency depends on how many cores are busy" : "off",
                        Check.figures("turbo", on)));
    }

    /** The deepest that the kernel may choose. */
    private static Optional<Check> idleStates(SystemFiles files) {
        List<Path> states = files.numbered(CPUS + "cpu0/cpuidle", "state").stream()
                .filter(state -> files.text(relative(files, state.resolve("disable")))
                        .filter("1"::equals)
                        .isEmpty())
                .toList();
        if (states.isEmpty()) {
            return Optional.empty();
        }
        Path deepest = states.get(states.size() - 1);
        return files.text(relative(files, deepest.resolve("latency")))
                .filter(text -> text.matches("\\d{1,9}"))
                .map(micros -> {
                    String name =
                            files.text(relative(files, deepest.resolve("name"))).orElse("?");
                    return Check.ok(
                            GROUP,
                            "idle states",
                            "down to " + name + ", which takes " + micros + " us to leave",
                            Check.figures("deepest", name, "exitMicros", Long.valueOf(micros)));
                });
    }

    private static String relative(SystemFiles files, Path path) {
        return files.root().relativize(path).toString();
    }
}
