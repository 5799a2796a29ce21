package io.twohop.testing.lying;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The fate of each message of one hop, by its number and its time. */
final class Lies {
    private static final long OVERTAKEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final LyingConfig config;
    private long count;
    private long startNanos;
    private boolean started;
    private long freeNanos;
    private long laneFreeNanos;

    Lies(LyingConfig config) {
        this.config = config;
    }

    /** Whether nothing more is taken for now. */
    boolean isFull(long nowNanos) {
        return within(nowNanos, config.fullFrom(), config.fullUntil());
    }

    /** A message is offered and will be taken or refused. */
    void next(long nowNanos) {
        if (!started) {
            started = true;
            startNanos = nowNanos;
            freeNanos = nowNanos;
            laneFreeNanos = nowNanos;
        }
        count++;
    }

    boolean isRefused() {
        return isEvery(config.refuseEvery());
    }

    boolean fails() {
        return isEvery(config.failEvery());
    }

    boolean isRepeated() {
        return isEvery(config.repeatEvery());
    }

    /** When the message arrives; empty if it never does. */
    OptionalLong arrival(int lane, long nowNanos) {
        long atNanos = nowNanos;
        boolean delayed = config.delayEvery() == null || isEvery(config.delayEvery());
        if (delayed && nowNanos - startNanos >= config.delayFrom().toNanos()) {
            atNanos += config.delay().toNanos();
        }
        atNanos += (long) (config.delayGrows().toNanos() * ((nowNanos - startNanos) / 1e9));
        boolean lost =
                fails() || isEvery(config.loseEvery()) || within(nowNanos, config.loseFrom(), config.loseUntil());
        if (lost) {
            return OptionalLong.empty();
        }
        if (config.perSecond() != null) {
            freeNanos = freeAfter(freeNanos, nowNanos, config.perSecond());
            atNanos = later(atNanos, freeNanos);
        }
        if (lane == 0 && config.lanePerSecond() != null) {
            laneFreeNanos = freeAfter(laneFreeNanos, nowNanos, config.lanePerSecond());
            atNanos = later(atNanos, laneFreeNanos);
        }
        if (config.batchEvery() != null) {
            long everyNanos = config.batchEvery().toNanos();
            atNanos = startNanos + -Math.floorDiv(startNanos - atNanos, everyNanos) * everyNanos;
        }
        if (isEvery(config.overtakeEvery())) {
            atNanos += OVERTAKEN_NANOS;
        }
        if (lane == 0 && within(atNanos, config.laneStopsAt(), null)) {
            return OptionalLong.empty();
        }
        if (within(atNanos, config.silentFrom(), config.silentUntil())) {
            return config.silentUntil() == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(startNanos + config.silentUntil().toNanos());
        }
        return OptionalLong.of(atNanos);
    }

    private static long later(long nanos, long other) {
        return nanos - other > 0 ? nanos : other;
    }

    private static long freeAfter(long freeNanos, long nowNanos, double perSecond) {
        return later(freeNanos, nowNanos) + (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    }

    private boolean isEvery(Long every) {
        return every != null && count % every == 0;
    }

    private boolean within(long nanos, Duration from, Duration until) {
        long since = nanos - startNanos;
        return started && from != null && since >= from.toNanos() && (until == null || since < until.toNanos());
    }
}
