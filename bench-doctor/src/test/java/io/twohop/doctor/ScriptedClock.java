package io.twohop.doctor;

import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/** Goes on by the same step at each reading, but where it leaps. */
final class ScriptedClock implements NanoClock {
    private final long stepNanos;
    private final Map<Long, Long> leaps = new HashMap<>();
    private long readings;
    private long nanos;

    ScriptedClock(long stepNanos) {
        this.stepNanos = stepNanos;
    }

    /** At a reading, counted from 1, it goes on by that instead. */
    ScriptedClock leap(long reading, long byNanos) {
        leaps.put(reading, byNanos);
        return this;
    }

    /** As if a thread had slept. */
    void pass(long byNanos) {
        nanos += byNanos;
    }

    @Override
    public long nanoTime() {
        nanos += leaps.getOrDefault(++readings, stepNanos);
        return nanos;
    }
}
