package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs a transport that syncs its messages to a disk, with and without another program that syncs to the same disk. */
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
class DiskNeighbourCommandTest {
    private static final String CAUSE = "the disk was busy for ";

    @TempDir
    Path directory;

    /** Memory and network file systems have no disk that Linux counts. */
    @BeforeEach
    void assumeThatADiskHoldsTheData() throws Exception {
        Path diskstats = Path.of("/proc/diskstats");
        assumeTrue(Files.isReadable(diskstats));
        long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
        String numbers = (device >>> 8 & 0xfff) + " +" + (device & 0xff | device >>> 12 & 0xfff00);
        assumeTrue(Files.readString(diskstats).lines().anyMatch(line -> line.matches(" *" + numbers + " .*")));
    }

    /** Measures with one thread, which leaves a core to other programs. */
    private BenchProcess measure() throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory,
                "-Dworkload=smoke.yaml",
                "-Drate=100",
                BenchProcess.BYTES,
                "-Dlayout=single",
                "-Dwarmup=1s",
                "-Dduration=3s",
                "-Dfloor=0s",
                "chronicle-sync.yaml");
        bench.exitCode();
        return bench;
    }

    private Process neighbour() throws Exception {
        String loop = "while :; do dd if=/dev/zero of=neighbour bs=1M count=128 conv=notrunc,fsync; done";
        return new ProcessBuilder("sh", "-c", loop)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void shouldNameTheProgramThatSyncsToTheSameDisk() throws Exception {
        Process neighbour = neighbour();
        try {
            BenchProcess bench = measure();

            assertThat(bench.said())
                    .contains("warning: " + CAUSE + "dd, child of sh (pid " + neighbour.pid() + "): that delayed ");
            assertThat(bench.resultJson().at("/trust/probes/endToEnd/untrusted").toString())
                    .contains("p90", "max");
        } finally {
            Stream.concat(Stream.of(neighbour.toHandle()), neighbour.descendants())
                    .toList()
                    .forEach(ProcessHandle::destroyForcibly);
            neighbour.waitFor();
        }
    }

    /** Other programs write to the disk of a busy machine. */
    @Tag("quiet")
    @Test
    void shouldNameNobodyOnAQuietMachine() throws Exception {
        BenchProcess bench = measure();

        assertThat(bench.said()).doesNotContain(CAUSE);
        assertThat(bench.resultJson().at("/forks/0/tail/causes").toString()).doesNotContain(CAUSE);
    }
}
