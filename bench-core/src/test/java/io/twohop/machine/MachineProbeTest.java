package io.twohop.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Machine;
import io.twohop.result.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineProbeTest {
    @TempDir
    Path root;

    private void put(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldReadHowAMachineIsSetUp() throws IOException {
        put("proc/meminfo", "MemTotal:       16384000 kB\nMemFree:  1 kB\n");
        put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        put("sys/devices/system/cpu/smt/active", "1\n");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");

        assertThat(MachineProbe.of(root))
                .isEqualTo(new Machine(16_384_000L * 1_024, null, null, "performance", true, "madvise"));
    }

    @Test
    void shouldSayNothingOfWhatTheSystemDoesNotSay() {
        assertThat(MachineProbe.of(root)).isEqualTo(new Machine(null, null, null, null, null, null));
    }

    /** A container without limits in a group that has some. */
    @Test
    void shouldFindTheTightestLimitAboveIt() throws IOException {
        put("proc/self/cgroup", "0::/kube/pod\n");
        put("sys/fs/cgroup/kube/pod/cpu.max", "max 100000\n");
        put("sys/fs/cgroup/kube/pod/memory.max", "2147483648\n");
        put("sys/fs/cgroup/kube/cpu.max", "150000 100000\n");
        put("sys/fs/cgroup/kube/memory.max", "1073741824\n");
        // Nothing runs without memory.
        put("sys/fs/cgroup/memory.max", "0\n");

        assertThat(MachineProbe.of(root).cpuQuota()).isEqualTo(1.5);
        assertThat(MachineProbe.of(root).memoryLimitBytes()).isEqualTo(1L << 30);
    }

    @Test
    void shouldReadControlGroupsOfTheFirstVersion() throws IOException {
        put("proc/self/cgroup", "4:memory:/docker/1\n1:cpu,cpuacct:/docker/1\n0::/\n");
        put("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "536870912\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        put("sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us", "50000\n");
        put("sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000\n");
        put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");

        assertThat(MachineProbe.of(root).cpuQuota()).isEqualTo(0.5);
        assertThat(MachineProbe.of(root).memoryLimitBytes()).isEqualTo(512L << 20);
    }

    @Test
    void shouldNameTheLimitOfMemoryAtWhichAProcessWasKilled() throws IOException {
        put("proc/self/cgroup", "0::/kube/pod\n");
        put("sys/fs/cgroup/kube/pod/memory.max", "max\n");
        put("sys/fs/cgroup/kube/memory.max", "1073741824\n");
        put("sys/fs/cgroup/kube/memory.events", "low 0\noom 1\noom_kill 1\noom_group_kill 0\n");
        ControlGroups groups = ControlGroups.of(root);
        Map<Path, Long> before = groups.memoryKills();
        assertThat(groups.memoryKillerSince(before)).isEmpty();

        put("sys/fs/cgroup/kube/memory.events", "low 0\noom 2\noom_kill 2\noom_group_kill 0\n");

        assertThat(groups.memoryKillerSince(before))
                .contains("the memory limit of 1,024 MiB of the control group " + root.resolve("sys/fs/cgroup/kube"));
    }

    @Test
    void shouldNameItInTheFirstVersion() throws IOException {
        put("proc/self/cgroup", "4:memory:/docker/1\n0::/\n");
        put("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "536870912\n");
        put("sys/fs/cgroup/memory/docker/1/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(ControlGroups.of(root).memoryKillerSince(Map.of()))
                .contains("the memory limit of 512 MiB of the control group "
                        + root.resolve("sys/fs/cgroup/memory/docker/1"));
    }

    @Test
    void shouldTakeALimitBeyondAnyMachineForNone() throws IOException {
        put("proc/self/cgroup", "4:memory:/\n1:cpu:/\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");

        assertThat(MachineProbe.of(root).memoryLimitBytes()).isNull();
        assertThat(MachineProbe.of(root).cpuQuota()).isNull();
    }

    @Test
    void shouldCountHowOftenAQuotaStoppedItsGroup() throws IOException {
        put("proc/self/cgroup", "0::/kube/pod\n");
        put("sys/fs/cgroup/kube/pod/cpu.max", "max 100000\n");
        put("sys/fs/cgroup/kube/pod/cpu.stat", "usage_usec 9\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");
        put("sys/fs/cgroup/kube/cpu.max", "150000 100000\n");
        put("sys/fs/cgroup/kube/cpu.stat", "usage_usec 9\nnr_periods 400\nnr_throttled 12\nthrottled_usec 345678\n");

        assertThat(ControlGroups.of(root).throttling()).contains(new ControlGroups.Throttling(400, 12, 345_678_000));
    }

    @Test
    void shouldCountThoseOfTheGroupWithAQuotaThatWasStoppedMostOften() throws IOException {
        put("proc/self/cgroup", "0::/kube/pod\n");
        put("sys/fs/cgroup/kube/pod/cpu.max", "50000 100000\n");
        put("sys/fs/cgroup/kube/pod/cpu.stat", "nr_periods 400\nnr_throttled 7\nthrottled_usec 70\n");
        put("sys/fs/cgroup/kube/cpu.max", "150000 100000\n");
        put("sys/fs/cgroup/kube/cpu.stat", "nr_periods 400\nnr_throttled 12\nthrottled_usec 120\n");
        put("sys/fs/cgroup/cpu.max", "max 100000\n");
        put("sys/fs/cgroup/cpu.stat", "nr_periods 900\nnr_throttled 99\nthrottled_usec 990\n");

        assertThat(ControlGroups.of(root).throttling()).contains(new ControlGroups.Throttling(400, 12, 120_000));
    }

    @Test
    void shouldCountKillsOnlyWhereALimitCausesThem() throws IOException {
        put("proc/self/cgroup", "0::/kube/pod\n");
        put("sys/fs/cgroup/kube/pod/memory.max", "2147483648\n");
        put("sys/fs/cgroup/kube/pod/memory.events", "oom 9\noom_kill 2\n");
        put("sys/fs/cgroup/kube/memory.max", "1073741824\n");
        put("sys/fs/cgroup/kube/memory.events", "oom 9\noom_kill 3\n");
        put("sys/fs/cgroup/memory.max", "max\n");
        put("sys/fs/cgroup/memory.events", "oom 9\noom_kill 4\n");
        ControlGroups groups = ControlGroups.of(root);
        Path kube = root.resolve("sys/fs/cgroup/kube");

        assertThat(groups.memoryKills()).isEqualTo(Map.of(kube.resolve("pod"), 2L, kube, 3L));
        assertThat(groups.memoryKillerSince(Map.of()))
                .contains("the memory limit of 1,024 MiB of the control group " + kube);
    }

    @Test
    void shouldCountTheSameOfTheFirstVersion() throws IOException {
        put("proc/self/cgroup", "1:cpu,cpuacct:/docker/1\n");
        put("sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_quota_us", "50000\n");
        put("sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.cfs_period_us", "100000\n");
        put("sys/fs/cgroup/cpu,cpuacct/docker/1/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_time 99\n");
        put("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");

        assertThat(ControlGroups.of(root).throttling()).contains(new ControlGroups.Throttling(7, 3, 99));
    }

    @Test
    void shouldKnowWhereFilesLie() {
        Storage storage = ThisProcess.storage(root).orElseThrow();

        assertThat(storage.fileSystem()).isNotEmpty();
        assertThat(storage.freeBytes()).isPositive();
        assertThat(ThisProcess.storage(root.resolve("missing"))).isEmpty();
    }
}
