package io.twohop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.doctor.DiskChecks.Place;
import io.twohop.finding.Severity;
import io.twohop.recording.ReadAhead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileChecksTest {
    private static final long MILLI = 1_000_000;
    private static final Touches FAST = new Touches(100_000, 40_000, 300, 20_000, 30_000);

    @TempDir
    Path root;

    @TempDir
    Path data;

    private FakeMachine machine;

    @BeforeEach
    void start() {
        machine = new FakeMachine(root);
        machine.put("proc/sys/vm/dirty_background_ratio", "10\n");
        machine.put("proc/sys/vm/dirty_ratio", "20\n");
        machine.put("proc/sys/vm/dirty_background_bytes", "0\n");
        machine.put("proc/sys/vm/dirty_bytes", "0\n");
        machine.put("proc/sys/vm/dirty_expire_centisecs", "3000\n");
    }

    private Check check(String name, Touches touches) {
        return FileChecks.of(machine.files(), new Place("data", data, "..."), touches).stream()
                .filter(check -> check.name().equals("data " + name))
                .findFirst()
                .orElseThrow();
    }

    private void readAhead(int kibibytes) {
        machine.put("sys/class/bdi/" + ReadAhead.device(data) + "/read_ahead_kb", kibibytes + "\n");
    }

    @Test
    void shouldWarnOfAReadAheadThatTakesLong() {
        readAhead(8_192);

        Check check = check("read-ahead", new Touches(23 * MILLI / 10, 100_000, 300, 20_000, 30_000));
        assertThat(check.severity()).isEqualTo(Severity.WARNING);
        assertThat(check.text()).isEqualTo("8192 KiB, first touch of 8 MiB takes 2.3 ms, with at most 128 KiB 100 us");
        assertThat(check.remedy()).contains("/sys/class/bdi/" + ReadAhead.device(data) + "/read_ahead_kb");
        assertThat(check.figures()).containsEntry("readAheadBytes", 8L << 20);
    }

    @Test
    void shouldNotWarnOfAReadAheadThatCostsNothing() {
        readAhead(8_192);
        assertThat(check("read-ahead", FAST).severity()).isEqualTo(Severity.NOTE);
        readAhead(128);
        assertThat(check("read-ahead", new Touches(3 * MILLI, 100_000, 300, 20_000, 30_000))
                        .severity())
                .isEqualTo(Severity.NOTE);
    }

    @Test
    void shouldSayWhenDirtyPagesAreWrittenAndWhatThatCosts() {
        readAhead(128);
        assertThat(check("write-back", FAST).text())
                .isEqualTo(
                        "from 2.0 GB dirty or after 30 s, writers wait from 4.1 GB; longest touch 30 us while writing,"
                                + " else 20 us");
        Check slow = check("write-back", new Touches(100_000, 40_000, 300, 20_000, 5 * MILLI));
        assertThat(slow.severity()).isEqualTo(Severity.WARNING);
        machine.put("proc/sys/vm/dirty_background_bytes", "500000000\n");
        assertThat(check("write-back", FAST).figures()).containsEntry("backgroundBytes", 500_000_000L);
    }

    @Test
    void shouldNotWarnOfWriteBackInMemory() {
        assertThat(check("write-back", new Touches(100_000, 40_000, 300, 20_000, 5 * MILLI))
                        .severity())
                .isEqualTo(Severity.NOTE);
    }

    @Test
    void shouldSayWhatTheMachineDoesNotSay(@TempDir Path empty) {
        assertThat(FileChecks.of(new SystemFiles(empty), new Place("data", data, "..."), FAST))
                .noneMatch(check -> check.severity() == Severity.WARNING)
                .anyMatch(check -> check.severity() == Severity.UNKNOWN);
    }

    /** Four pieces at 1 us a page, the third at 11 us. */
    @Test
    void shouldSayWhereNewMemoryTurnsCold() {
        long piece = 64L << 20;
        long pages = piece / 4_096;
        ScriptedClock clock = new ScriptedClock(1_000 * pages).leap(4, 11_000 * pages);

        NewMemory found = NewMemory.measure(4 * 4 * piece, clock, bytes -> true);

        assertThat(found).isEqualTo(new NewMemory(1_000, 11_000, 2 * piece, 4 * piece));
        Check check = FileChecks.memory(machine.files(), found);
        assertThat(check.severity()).isEqualTo(Severity.WARNING);
        assertThat(check.text()).startsWith("1.0 us for 4 KiB, at most 11 us (after 0.1 GB of 0.3 GB)");
        assertThat(check.figures()).containsEntry("coldNanos", 11_000L);
    }

    @Test
    void shouldTouchNoMoreMemoryThanAQuarterOfTheFreeAndNotForLong() {
        long piece = 64L << 20;
        NewMemory found = NewMemory.measure(40 * piece, new ScriptedClock(1), bytes -> true);
        assertThat(found.bytes()).isEqualTo(10 * piece);
        assertThat(FileChecks.memory(machine.files(), found).severity()).isEqualTo(Severity.NOTE);

        ScriptedClock slow = new ScriptedClock(1_000_000_000);
        assertThat(NewMemory.measure(1L << 40, slow, bytes -> true).bytes()).isEqualTo(2 * piece);

        AtomicInteger left = new AtomicInteger(3);
        assertThat(NewMemory.measure(1L << 40, new ScriptedClock(1), bytes -> left.getAndDecrement() > 0)
                        .bytes())
                .isEqualTo(3 * piece);
    }

    @Test
    void shouldTouchAFileAndLeaveNothing() throws IOException {
        Touches touches = Touches.in(data, SystemNanoClock.INSTANCE);

        assertThat(touches.blockNanos()).isPositive();
        assertThat(touches.pageNanos()).isPositive();
        assertThat(touches.writtenNanos()).isPositive();
        assertThat(NewMemory.measure(1 << 20, SystemNanoClock.INSTANCE).pageNanos())
                .isPositive();
        try (var left = Files.list(data)) {
            assertThat(left).isEmpty();
        }
    }
}
