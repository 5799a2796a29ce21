package io.twohop.doctor;

import static io.twohop.doctor.Amounts.count;
import static io.twohop.doctor.Amounts.time;

import io.twohop.machine.ControlGroups;
import io.twohop.machine.ControlGroups.Throttling;
import io.twohop.workload.AllowedCpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks of the CPUs: which ones this process may use, and their power management. */
final class CpuChecks {
    private static final String CPUS = "sys/devices/system/cpu/";
    private static final String GOVERNOR = "cpufreq/scaling_governor";

    private CpuChecks() {}

    static List<Check> of(SystemFiles files) {
        List<Check> checks = new ArrayList<>();
        checks.add(files.value("proc/cpuinfo", "model name")
                .map(model -> CheckRules.CPU_MODEL.states(Check.figures("model", model), model))
                .orElseGet(CheckRules.CPU_MODEL::unknown));
        checks.add(whichAreOnline(files));
        checks.add(quota(files));
        checks.add(siblings(files));
        checks.add(isolated(files));
        checks.add(governor(files));
        turbo(files).ifPresent(checks::add);
        idleStates(files).ifPresent(checks::add);
        return checks;
    }

    /** Returns the number of CPUs that this process may run on; all CPUs where the system does not say. */
    static int allowed(SystemFiles files) {
        int allowed = AllowedCpus.of(files.root()).cardinality();
        return allowed > 0 ? allowed : Runtime.getRuntime().availableProcessors();
    }

    /** Returns the number of CPUs of the whole machine. */
    static int online(SystemFiles files) {
        return files.text(CPUS + "online")
                .map(list -> AllowedCpus.parse(list).cardinality())
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    private static Check whichAreOnline(SystemFiles files) {
        BitSet online = files.text(CPUS + "online").map(AllowedCpus::parse).orElseGet(BitSet::new);
        BitSet allowed = AllowedCpus.of(files.root());
        if (online.isEmpty() || allowed.isEmpty()) {
            return CheckRules.CPUS_ONLINE.unknown();
        }
        return CheckRules.CPUS_ONLINE.warnsIf(
                allowed.cardinality() == 1 && online.cardinality() > 1,
                Check.figures("online", AllowedCpus.text(online), "allowed", AllowedCpus.text(allowed)),
                online.cardinality(),
                AllowedCpus.text(allowed),
                allowed.cardinality() > 2 ? "" : "; agents share threads",
                AllowedCpus.text(online));
    }

    /** Threads that spin use up a quota below the cores they have, and then stand still until the period ends. */
    private static Check quota(SystemFiles files) {
        int cores = allowed(files);
        ControlGroups groups = ControlGroups.of(files.root());
        return groups.cpuQuota()
                .map(quota -> quota(quota, cores, groups.throttling()))
                .orElseGet(() -> CheckRules.NO_QUOTA.states(Check.figures("quotaCores", null, "cores", cores)));
    }

    private static Check quota(double quota, int cores, Optional<Throttling> throttling) {
        return CheckRules.QUOTA.warnsIf(
                quota < cores,
                Check.figures(
                        "quotaCores",
                        quota,
                        "cores",
                        cores,
                        "periods",
                        throttling.map(Throttling::periods).orElse(null),
                        "throttledPeriods",
                        throttling.map(Throttling::throttled).orElse(null),
                        "throttledNanos",
                        throttling.map(Throttling::nanos).orElse(null)),
                quota,
                cores,
                throttling
                        .map(stopped -> ", throttled in " + count(stopped.throttled()) + " of "
                                + count(stopped.periods()) + " periods, " + time(stopped.nanos()) + " in all")
                        .orElse(""));
    }

    private static Check siblings(SystemFiles files) {
        List<BitSet> cores = new ArrayList<>(files.numbered(CPUS, "cpu").stream()
                .map(cpu -> files.text(relative(files, cpu.resolve("topology/thread_siblings_list"))))
                .flatMap(Optional::stream)
                .map(AllowedCpus::parse)
                .distinct()
                .toList());
        if (cores.isEmpty()) {
            return CheckRules.SMT.unknown();
        }
        String firsts =
                cores.stream().map(core -> Integer.toString(core.nextSetBit(0))).collect(Collectors.joining(","));
        boolean shared = cores.stream().anyMatch(core -> core.cardinality() > 1);
        return CheckRules.SMT.warnsIf(
                shared,
                Check.figures("siblings", cores.stream().map(AllowedCpus::text).toList()),
                shared
                        ? "two CPUs to a core: "
                                + cores.stream().map(AllowedCpus::text).limit(4).collect(Collectors.joining(" "))
                                + (cores.size() > 4 ? " ..." : "")
                        : "one CPU to a core, as far as this machine says",
                firsts);
    }

    private static Check isolated(SystemFiles files) {
        String isolated = files.text(CPUS + "isolated").orElse("");
        BitSet cpus = AllowedCpus.parse(isolated);
        String tickless = files.text(CPUS + "nohz_full")
                .map(AllowedCpus::parse)
                .map(AllowedCpus::text)
                .orElse("");
        return CheckRules.ISOLATED.states(
                Check.figures("isolated", AllowedCpus.text(cpus), "nohzFull", tickless),
                cpus.isEmpty() ? "none" : AllowedCpus.text(cpus) + ", for --affinity here and affinity: in a run",
                tickless.isEmpty() ? "none" : tickless);
    }

    private static Check governor(SystemFiles files) {
        TreeSet<String> governors = files.numbered(CPUS, "cpu").stream()
                .map(cpu -> files.text(relative(files, cpu.resolve(GOVERNOR))))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        return governors.isEmpty()
                ? CheckRules.GOVERNOR.unknown()
                : CheckRules.GOVERNOR.warnsIf(
                        governors.size() > 1 || !governors.contains("performance"),
                        Check.figures("governors", governors),
                        String.join(", ", governors));
    }

    private static Optional<Check> turbo(SystemFiles files) {
        return files.text(CPUS + "intel_pstate/no_turbo")
                .map("0"::equals)
                .or(() -> files.text(CPUS + "cpufreq/boost").map("1"::equals))
                .map(on -> CheckRules.TURBO.states(
                        Check.figures("turbo", on),
                        on ? "on: the frequency depends on how many cores are busy" : "off"));
    }

    /** Checks the deepest idle state that the kernel may choose. */
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
                    return CheckRules.IDLE_STATES.states(
                            Check.figures("deepest", name, "exitMicros", Long.valueOf(micros)), name, micros);
                });
    }

    private static String relative(SystemFiles files, Path path) {
        return files.root().relativize(path).toString();
    }
}
