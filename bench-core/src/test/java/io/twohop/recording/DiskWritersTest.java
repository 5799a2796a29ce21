package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is process 20, which 10 started; 30 is a shell that is not of the run. Amounts are in MiB. */
class DiskWritersTest {
    private static final long MIB = 1 << 20;

    private record Seen(String writer, long others, long written) {}

    @TempDir
    private Path proc;

    private final List<Seen> seen = new ArrayList<>();
    private long nanos;
    private long written;
    private String devices = "   7 1 loop1 1 1 1 1 1 1 7 1 1 1 1\n 254 0 vda 1 1 1 1 1 1 7 1 1 1 1\n";

    @BeforeEach
    void begin() throws IOException {
        disk(100);
        process(1, "init", 0, 0, 0);
        process(3, "jbd2/vda1-8", 2, 0, 0);
        process(10, "java", 1, 0, 0);
        process(20, "java", 10, 0, 0);
        process(30, "sh", 1, 7, 7);
    }

    private void disk(long more) throws IOException {
        written += more;
        Files.writeString(
                proc.resolve("diskstats"),
                devices + " 254 1 vda1 1 2 3 4 5 6 " + written * MIB / 512 + " 8 0 1 9\n" + devices);
    }

    /** @param itself without children that ended */
    private void process(long pid, String name, long parent, long all, long itself) throws IOException {
        Path directory = proc.resolve(Long.toString(pid));
        Path thread = Files.createDirectories(directory.resolve("task/" + pid));
        Files.writeString(directory.resolve("stat"), pid + " (" + name + ") S " + parent + " 1 1");
        for (Path io : List.of(directory, thread)) {
            Files.writeString(
                    io.resolve("io"),
                    "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: "
                            + (io == thread ? itself : all) * MIB + "\ncancelled_write_bytes: 9\n");
        }
    }

    private void process(long pid, String name, long parent, long all) throws IOException {
        process(pid, name, parent, all, all);
    }

    private void end(long pid) throws IOException {
        Files.move(proc.resolve(Long.toString(pid)), proc.resolve("ended" + pid));
    }

    private DiskWriters writers(String device) {
        return new DiskWriters(
                proc,
                device,
                20,
                Map::of,
                () -> nanos += 1_000_000_000,
                (writer, others, all, from, to) -> seen.add(new Seen(writer, others / MIB, all / MIB)));
    }

    @Test
    void shouldNameWhoWroteToTheDiskBesideTheRun() throws IOException {
        process(40, "d d)", 30, 1_000);
        DiskWriters writers = writers("254:1");
        process(20, "java", 10, 2);
        process(40, "d d)", 30, 1_200);
        disk(216);

        writers.read();

        assertThat(seen).containsExactly(new Seen("d d) (pid 40)", 212, 216));
    }

    /** As on a server with hundreds of volumes. */
    @Test
    void shouldFindTheDiskAmongMany() throws IOException {
        devices = devices.repeat(150);
        disk(0);
        DiskWriters writers = writers("254:1");
        process(30, "sh", 1, 207);
        disk(200);

        writers.read();

        assertThat(seen).containsExactly(new Seen("sh (pid 30)", 200, 200));
    }

    /** The number of one that came later may be of another the next time. */
    @Test
    void shouldNameTheParentOfOneThatCameLater() throws IOException {
        DiskWriters writers = writers("254:1");
        process(40, "dd", 30, 200);
        disk(216);

        writers.read();

        assertThat(seen).extracting(Seen::writer).containsExactly("dd, child of sh (pid 30)");
    }

    /** Linux adds what a child wrote to its parent once it has ended. */
    @Test
    void shouldNameTheParentOfProcessesThatNobodySaw() throws IOException {
        DiskWriters writers = writers("254:1");
        process(30, "sh", 1, 207, 7);
        disk(200);

        writers.read();

        assertThat(seen).containsExactly(new Seen("a short-lived process, child of sh (pid 30)", 200, 200));
    }

    @Test
    void shouldNameShortLivedProcessesLikeTheOneThatWasSeen() throws IOException {
        DiskWriters writers = writers("254:1");
        process(40, "dd", 30, 10);
        disk(10);
        writers.read();
        end(40);
        process(30, "sh", 1, 217, 7);
        disk(200);

        writers.read();

        assertThat(seen).endsWith(new Seen("dd, child of sh (pid 30)", 200, 200));
    }

    /** What a process writes into memory reaches the disk in later seconds, even after the process has ended. */
    @Test
    void shouldChargeBytesOnceAndWhenTheDiskWritesThem() throws IOException {
        DiskWriters writers = writers("254:1");
        process(40, "dd", 30, 300);
        writers.read();
        assertThat(seen).isEmpty();

        disk(200);
        writers.read();
        end(40);
        process(30, "sh", 1, 307, 7);
        disk(100);
        writers.read();
        disk(100);
        writers.read();
        assertThat(seen).extracting(Seen::others).containsExactly(200L, 100L, 100L);
        assertThat(seen)
                .extracting(Seen::writer)
                .containsExactly("dd, child of sh (pid 30)", "dd, child of sh (pid 30)", "another process");
    }

    /** Data that no sync waits for may stay in memory for half a minute. */
    @Test
    void shouldNotBlameDataThatWaitsInMemory() throws IOException {
        DiskWriters writers = writers("254:1");
        process(20, "java", 10, 10);
        process(40, "dd", 30, 1_000);
        disk(19);

        writers.read();

        assertThat(seen).isEmpty();
    }

    /** A shell may have started other programs as well. */
    @Test
    void shouldReportWhatElseAShellStartedThatStartedTheRun() throws IOException {
        process(10, "sh", 1, 0);
        process(40, "dd", 10, 0);
        DiskWriters writers = writers("254:1");
        process(40, "dd", 10, 100);
        disk(100);

        writers.read();

        assertThat(seen).extracting(Seen::writer).containsExactly("dd (pid 40)");
    }

    @Test
    void shouldNotReportWhatTheRunItsServersItsLauncherAndAnotherForkWrite() throws IOException {
        DiskWriters writers = writers("254:1");
        process(10, "java", 1, 50);
        process(20, "java", 10, 60);
        process(21, "broker", 20, 50);
        process(11, "java", 10, 50);
        disk(400);

        writers.read();

        assertThat(seen).isEmpty();
    }

    /** A sync that both wait for writes the file system's journal for both. */
    @Test
    void shouldShareTheJournal() throws IOException {
        DiskWriters writers = writers("254:1");
        process(20, "java", 10, 10);
        process(30, "sh", 1, 17, 17);
        disk(30);

        writers.read();

        assertThat(seen).containsExactly(new Seen("sh (pid 30)", 10, 30));
    }

    @Test
    void shouldNotReportDaemons() throws IOException {
        DiskWriters writers = writers("254:1");
        process(20, "java", 10, 100);
        process(30, "sh", 1, 12, 12);
        disk(205);
        writers.read();
        Files.writeString(
                proc.resolve("diskstats"), " 254 1 vda1 1 2 3 4 5 6 " + (written * MIB / 512 + 1) + " 8 0 1 9\n");
        writers.read();

        assertThat(seen).isEmpty();
    }

    @Test
    void shouldNameNobodyWhereBytesCannotBeRead() throws IOException {
        DiskWriters writers = writers("254:1");
        process(20, "java", 10, 1);
        process(40, "dd", 30, 200);
        // Reading a directory fails, for root as well.
        Files.delete(proc.resolve("40/io"));
        Files.createDirectory(proc.resolve("40/io"));
        disk(200);

        writers.read();

        assertThat(seen).containsExactly(new Seen("another process", 198, 200));
    }

    @Test
    void shouldDoNothingWhereNoDiskHoldsTheData() throws IOException {
        for (String device : List.of("", "0:22")) {
            DiskWriters writers = writers(device);
            process(40, "dd", 30, 200);
            disk(300);
            writers.read();
        }

        assertThat(seen).isEmpty();
        assertThat(nanos).isZero();
    }
}
