package io.twohop.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.workload.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DuetSlicesTest {
    private static final long SLICE = 1_000;
    private static final long REST = 50;
    private static final int BLOCKS = 500;

    private static DuetSlices side(int side) {
        return new DuetSlices(42, side, SLICE, REST);
    }

    private static List<Boolean> owned(DuetSlices slices) {
        return LongStream.range(0, 40).mapToObj(slices::isOwn).toList();
    }

    @Test
    void shouldGiveEachSliceToOneOfBothInBlocksThatBeginAndEndWithTheSame() {
        int outside = 0;
        boolean before = false;
        for (long block = 0; block < BLOCKS; block++) {
            List<Boolean> own = new ArrayList<>();
            for (long slice = 4 * block; slice < 4 * block + 4; slice++) {
                assertThat(side(1).isOwn(slice)).isEqualTo(!side(0).isOwn(slice));
                own.add(side(0).isOwn(slice));
            }
            assertThat(own).isIn(List.of(true, false, false, true), List.of(false, true, true, false));
            if (block % 2 == 0) {
                outside += own.get(0) ? 1 : 0;
            } else {
                assertThat(own.get(0)).as("both have changed places").isNotEqualTo(before);
            }
            before = own.get(0);
        }
        // Of 250 throws, a fair coin is 33 or more from the middle once in 25,000 times.
        assertThat(outside).isBetween(BLOCKS / 4 - 33, BLOCKS / 4 + 33);
        assertThat(owned(new DuetSlices(43, 0, SLICE, REST))).isNotEqualTo(owned(side(0)));
    }

    @Test
    void shouldMoveNoMessageButIntoItsSlice() {
        DuetSlices slices = side(1);
        double perSecond = 1e9 / 10;
        Schedule whole = Schedules.of(Arrivals.constant(), perSecond, 0, 1);
        Schedule moved = slices.of(Schedules.of(Arrivals.constant(), perSecond, 0, 1));
        for (int i = 0; i < 20_000; i++) {
            long offset = moved.nextOffsetNanos();
            assertThat(slices.isOwn(offset / SLICE)).isTrue();
            assertThat(offset % SLICE).isBetween(REST, SLICE - REST - 1);
            assertThat(slices.ownNanos(offset)).as("time of its own before it").isEqualTo(whole.nextOffsetNanos());
        }
    }

    @Test
    void shouldPassOnWhatIsNoTime() {
        long[] answers = {Schedule.NOT_YET, Schedule.END};
        int[] asked = {0};
        Schedule moved = side(0).of(() -> answers[asked[0]++]);

        assertThat(moved.nextOffsetNanos()).isEqualTo(Schedule.NOT_YET);
        assertThat(moved.nextOffsetNanos()).isEqualTo(Schedule.END);
    }

    @Test
    void shouldTakeWholeBlocks() {
        assertThat(side(0).takenNanos(0)).isZero();
        assertThat(side(0).takenNanos(1)).isEqualTo(4 * SLICE);
        assertThat(side(0).takenNanos(2 * (SLICE - 2 * REST))).isEqualTo(4 * SLICE);
        assertThat(side(0).takenNanos(2 * (SLICE - 2 * REST) + 1)).isEqualTo(8 * SLICE);
        for (int side = 0; side < 2; side++) {
            assertThat(side(side).ownNanos(4 * SLICE)).isEqualTo(2 * (SLICE - 2 * REST));
        }
    }

    @Test
    void shouldKnowWhenItsSliceComes() {
        for (long nanos = 0; nanos < 40 * SLICE; nanos += 37) {
            long left = side(0).untilOwnNanos(nanos);
            assertThat(left == 0).isEqualTo(side(0).isOwn(nanos / SLICE));
            assertThat(left).isLessThanOrEqualTo(3 * SLICE);
            if (left > 0) {
                assertThat(side(0).isOwn((nanos + left) / SLICE)).isTrue();
                assertThat(side(0).isOwn((nanos + left - 1) / SLICE)).isFalse();
            }
        }
        assertThat(Math.max(side(0).untilOwnNanos(-300), side(1).untilOwnNanos(-300)))
                .isPositive();
    }
}
