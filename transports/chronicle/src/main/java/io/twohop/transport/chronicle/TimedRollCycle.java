package io.twohop.transport.chronicle;

import java.time.Duration;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.RollCycleArithmetic;

/** A roll cycle of any length, indexed like Chronicle's own fast cycles. */
final class TimedRollCycle implements RollCycle {
    private static final int INDEX_COUNT = 4 << 10;
    private static final int INDEX_SPACING = 256;

    private final int lengthMillis;
    private final RollCycleArithmetic arithmetic = RollCycleArithmetic.of(INDEX_COUNT, INDEX_SPACING);

    private TimedRollCycle(Duration length) {
        lengthMillis = Math.toIntExact(length.toMillis());
    }

    static RollCycle of(String name) {
        return RollCycleNames.CHRONICLE.containsKey(name)
                ? RollCycles.valueOf(name)
                : new TimedRollCycle(RollCycleNames.length(name));
    }

    @Override
    public String format() {
        return "yyyyMMdd-HHmmss";
    }

    @Override
    public int lengthInMillis() {
        return lengthMillis;
    }

    @Override
    public int defaultIndexCount() {
        return arithmetic.indexCount();
    }

    @Override
    public int defaultIndexSpacing() {
        return arithmetic.indexSpacing();
    }

    @Override
    public long toIndex(int cycle, long sequenceNumber) {
        return arithmetic.toIndex(cycle, sequenceNumber);
    }

    @Override
    public long toSequenceNumber(long index) {
        return arithmetic.toSequenceNumber(index);
    }

    @Override
    public int toCycle(long index) {
        return arithmetic.toCycle(index);
    }

    @Override
    public long maxMessagesPerCycle() {
        return arithmetic.maxMessagesPerCycle();
    }
}
