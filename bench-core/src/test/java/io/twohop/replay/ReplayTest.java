package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.workload.ArrivalFile;
import io.twohop.workload.TimeFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {
    private static final long MICRO = 1_000;

    @TempDir
    Path directory;

    private final List<String> taken = new ArrayList<>();

    private Replay run(ArrivalFile arrivals, long warmupMicros, long measuredMicros, int producers) throws Exception {
        return run(arrivals, warmupMicros, measuredMicros, new Division(producers, 0, 1));
    }

    private Replay run(ArrivalFile arrivals, long warmupMicros, long measuredMicros, Division division)
            throws Exception {
        Replay replay = new Replay(arrivals, warmupMicros * MICRO, measuredMicros * MICRO, division);
        replay.run((producer, offsetNanos, row) -> taken.add(producer + "@" + offsetNanos / (double) MICRO));
        return replay;
    }

    @Test
    void shouldKeepTheFilesTimesFromTheFirstRowOn() throws Exception {
        run(ArrivalFiles.inMicros(ArrivalFiles.micros(directory, 1_000, 1_001, 1_001, 1_009)), 0, 100, 1);

        assertThat(taken).containsExactly("0@0.0", "0@1.0", "0@1.0", "0@9.0");
    }

    @Test
    void shouldHalveTheGapsAtSpeedTwo() throws Exception {
        Path file = ArrivalFiles.micros(directory, 1_000, 1_001, 1_009);
        run(ArrivalFiles.arrivals(file, TimeFormat.US, null, 2, false), 0, 100, 1);

        assertThat(taken).containsExactly("0@0.0", "0@0.5", "0@4.5");
    }

    @Test
    void shouldEndWhereTheWindowEnds() throws Exception {
        run(ArrivalFiles.inMicros(ArrivalFiles.micros(directory, 0, 4, 5, 9)), 0, 5, 1);

        assertThat(taken).containsExactly("0@0.0", "0@4.0");
    }

    @Test
    void shouldGoOnWithTheMeanGapWhereItBeginsAnew() throws Exception {
        Path file = ArrivalFiles.micros(directory, 0, 1, 10);
        run(ArrivalFiles.arrivals(file, TimeFormat.US, null, 1, true), 0, 32, 1);

        // The mean of the gaps 1 and 9 lies between the last row and the first again.
        assertThat(taken).containsExactly("0@0.0", "0@1.0", "0@10.0", "0@15.0", "0@16.0", "0@25.0", "0@30.0", "0@31.0");
    }

    @Test
    void shouldWarmUpWithTheFilesBeginningAndThenMeasureAllOfIt() throws Exception {
        run(ArrivalFiles.inMicros(ArrivalFiles.micros(directory, 0, 2, 4)), 3, 100, 1);

        assertThat(taken).containsExactly("0@0.0", "0@2.0", "0@3.0", "0@5.0", "0@7.0");
    }

    @Test
    void shouldBeginAnewForAWarmupThatIsLongerThanTheFile() throws Exception {
        run(ArrivalFiles.inMicros(ArrivalFiles.micros(directory, 0, 2)), 7, 2, 1);

        assertThat(taken).containsExactly("0@0.0", "0@2.0", "0@4.0", "0@6.0", "0@7.0");
    }

    @Test
    void shouldGiveRowsToProducersInTurnOrAsTheirColumnSays() throws Exception {
        Path file = Files.writeString(directory.resolve("ticks.csv"), "ts,feed\n0,1\n1,1\n2,4\n");
        run(ArrivalFiles.arrivals(file, TimeFormat.US, null, 1, false), 0, 100, 3);
        assertThat(taken).containsExactly("0@0.0", "1@1.0", "2@2.0");
        taken.clear();

        run(ArrivalFiles.arrivals(file, TimeFormat.US, "feed", 1, false), 0, 100, 3);
        assertThat(taken).containsExactly("1@0.0", "1@1.0", "1@2.0");
    }

    /** As many times as one load with all producers has, and each row once. */
    @ParameterizedTest
    @CsvSource({", 0@0.0 1@3.0, 0@1.0 1@4.0, 0@2.0 1@5.0", "feed, 1@0.0 1@4.0, 0@1.0 0@2.0, 1@3.0 0@5.0"})
    void shouldDivideRowsAmongLoads(String column, String first, String second, String third) throws Exception {
        Path file = Files.writeString(directory.resolve("ticks.csv"), "ts,feed\n0,1\n1,2\n2,8\n3,5\n4,7\n5,4\n");
        List<String> expected = List.of(first, second, third);
        for (int load = 0; load < 3; load++) {
            Replay replay =
                    run(ArrivalFiles.arrivals(file, TimeFormat.US, column, 1, false), 0, 100, new Division(2, load, 3));

            assertThat(String.join(" ", taken)).isEqualTo(expected.get(load));
            assertThat(replay.due().between(0, 100 * MICRO)).isEqualTo(2);
            taken.clear();
        }
    }

    @Test
    void shouldFindTheLongestGapOfTheMeasuredTime() throws Exception {
        Replay replay = run(ArrivalFiles.inMicros(ArrivalFiles.micros(directory, 0, 1, 50, 60)), 10, 100, 1);

        assertThat(replay.longestGapNanos()).isEqualTo(49 * MICRO);
        assertThat(replay.longestGapLine()).isEqualTo(4);
    }
}
