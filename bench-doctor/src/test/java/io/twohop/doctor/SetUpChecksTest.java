package io.twohop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.cost.OtherProcesses.Busy;
import io.twohop.cost.OtherProcesses.Other;
import io.twohop.finding.Severity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of how a machine is set up. */
class SetUpChecksTest {
    @TempDir
    Path root;

    private FakeMachine machine;

    @BeforeEach
    void start() {
        machine = new FakeMachine(root);
    }

    private List<Check> all() {
        return Stream.of(
                        CpuChecks.of(machine.files()),
                        MemoryChecks.of(machine.files()),
                        LoadChecks.of(machine.files(), 4, new Busy(Optional.of(0.01), List.of())),
                        TimerChecks.of(machine.files(), new ScriptedClock(25)))
                .flatMap(List::stream)
                .toList();
    }

    private Check check(String name) {
        return all().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldFindNothingToChangeOnAMachineWithoutAFault() {
        assertThat(all())
                .allMatch(check ->
                        check.severity() == Severity.NOTE && check.remedy().isEmpty());
    }

    @Test
    void shouldSayWhatAMachineDoesNotSay(@TempDir Path empty) {
        List<Check> checks = Stream.of(CpuChecks.of(new SystemFiles(empty)), MemoryChecks.of(new SystemFiles(empty)))
                .flatMap(List::stream)
                .toList();

        assertThat(checks).noneMatch(check -> check.severity() == Severity.WARNING);
        assertThat(checks)
                .filteredOn(check -> check.name().equals("model"))
                .singleElement()
                .satisfies(model -> {
                    assertThat(model.severity()).isEqualTo(Severity.UNKNOWN);
                    assertThat(model.text()).isEqualTo("not known here");
                });
    }

    @Test
    void shouldWarnOfAQuotaBelowTheCores() {
        machine.put("sys/fs/cgroup/pod/cpu.max", "150000 100000\n");
        machine.put("sys/fs/cgroup/pod/cpu.stat", "nr_periods 400\nnr_throttled 12\nthrottled_usec 345678\n");

        Check quota = check("quota");

        assertThat(quota.severity()).isEqualTo(Severity.WARNING);
        assertThat(quota.text()).isEqualTo("1.50 of 4 cores, throttled in 12 of 400 periods, 346 ms in all");
        assertThat(quota.remedy()).contains("--cpuset-cpus");
        assertThat(quota.figures()).containsEntry("quotaCores", 1.5).containsEntry("throttledPeriods", 12L);
    }

    /** On a machine of its own, a group may have more than its process can use. */
    @Test
    void shouldNotWarnOfAQuotaThatNoThreadCanReach() {
        machine.put("sys/fs/cgroup/pod/cpu.max", "400000 100000\n");

        assertThat(check("quota").severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void shouldWarnOfCpusThatShareACoreAndNameOneOfEach() {
        machine.cpu("cpu0/topology/thread_siblings_list", "0,2\n");
        machine.cpu("cpu1/topology/thread_siblings_list", "1,3\n");
        machine.cpu("cpu2/topology/thread_siblings_list", "0,2\n");
        machine.cpu("cpu3/topology/thread_siblings_list", "1,3\n");

        Check smt = check("SMT");

        assertThat(smt.severity()).isEqualTo(Severity.WARNING);
        assertThat(smt.text()).isEqualTo("two CPUs to a core: 0,2 1,3");
        assertThat(smt.remedy()).contains("'-Daffinity=[0,1]'");
    }

    @Test
    void shouldNameIsolatedAndTicklessCpus() {
        machine.cpu("isolated", "2-3\n");
        machine.cpu("nohz_full", "3\n");

        assertThat(check("isolated").text()).isEqualTo("2-3, for --affinity here and affinity: in a run; tickless: 3");
    }

    @Test
    void shouldWarnOfAGovernorThatOneCoreOnlyHas() {
        machine.cpu("cpu3/cpufreq/scaling_governor", "powersave\n");

        assertThat(check("governor").severity()).isEqualTo(Severity.WARNING);
        assertThat(check("governor").text()).isEqualTo("performance, powersave");
    }

    @Test
    void shouldNameTheDeepestIdleStateThatIsNotDisabled() {
        for (int state = 0; state < 3; state++) {
            machine.cpu("cpu0/cpuidle/state" + state + "/name", "C" + state + "\n");
            machine.cpu("cpu0/cpuidle/state" + state + "/latency", 10 * state + "\n");
            machine.cpu("cpu0/cpuidle/state" + state + "/disable", (state == 2 ? 1 : 0) + "\n");
        }

        assertThat(check("idle states").text()).isEqualTo("down to C1, which takes 10 us to leave");
    }

    @Test
    void shouldWarnOfAnotherClockAndOfferTheBetterOne() {
        machine.put("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");

        Check source = check("clock source");

        assertThat(source.severity()).isEqualTo(Severity.WARNING);
        assertThat(source.remedy()).startsWith("echo tsc | sudo tee");
        machine.put("sys/devices/system/clocksource/clocksource0/available_clocksource", "hpet\n");
        assertThat(check("clock source").remedy()).startsWith("dmesg");
    }

    @Test
    void shouldMeasureWhatTheClockCostsAndHowFineItIs() {
        List<Check> checks = TimerChecks.of(machine.files(), new ScriptedClock(2_000));

        assertThat(checks.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(checks.get(0).text()).isEqualTo("2.0 us a reading, shortest step seen 2.0 us");
    }

    @Test
    void shouldWarnOfSwapInUseAndOfLittleMemory() {
        assertThat(check("swap").text()).isEqualTo("0.0 GB in use of 1.0 GB");
        machine.memory("SwapFree", "400000 kB");
        assertThat(check("swap").severity()).isEqualTo(Severity.WARNING);

        machine.memory("MemAvailable", "1000000 kB");
        assertThat(check("free").severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void shouldHoldAContainersLimitAgainstWhatARunNeeds() {
        machine.put("sys/fs/cgroup/pod/memory.max", "1073741824\n");

        assertThat(check("free").severity()).isEqualTo(Severity.WARNING);
        assertThat(check("free").text()).endsWith("this container may use 1.1 GB");
    }

    @Test
    void shouldWarnOfHugePagesForEverybody() {
        machine.put("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");

        assertThat(check("huge pages").severity()).isEqualTo(Severity.WARNING);
        machine.memory("HugePages_Total", "64");
        assertThat(check("explicit").text()).isEqualTo("0 free of 64, 2 MiB each");
    }

    /** The load is that of all cores, whatever this process may use of them. */
    @Test
    void shouldCountTheCoresOfTheMachineApartFromThoseOfTheProcess() {
        machine.put("proc/self/status", "Cpus_allowed_list:\t1\n");

        assertThat(CpuChecks.online(machine.files())).isEqualTo(4);
        assertThat(CpuChecks.allowed(machine.files())).isEqualTo(1);
        assertThat(check("online").severity()).isEqualTo(Severity.WARNING);
        assertThat(check("online").remedy()).contains("taskset -c 0-3");
    }

    @Test
    void shouldNameWhoIsBusy() {
        machine.put("proc/loadavg", "2.50 0.20 0.30 1/200 4711\n");
        Busy busy = new Busy(Optional.of(1.3), List.of(new Other(4711, "mvn", 1.0), new Other(12, "java", 0.01)));

        List<Check> load = LoadChecks.of(machine.files(), 4, busy);

        assertThat(load).allMatch(check -> check.severity() == Severity.WARNING);
        assertThat(load.get(1).text()).isEqualTo("1.30 cores: mvn 4711 (1.00)");
    }
}
