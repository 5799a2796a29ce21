package io.twohop.pipeline;

import io.twohop.replay.ReadAhead;
import io.twohop.schedule.DuetSlices;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Profile;

/** How many messages a pipeline's schedules have when. The monitor's thread. */
final class Offered {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Load load;
    private final int loads;
    private final DuetSlices slices;
    private final ReadAhead arrivals;

    /** @param arrivals null where they are not those of a file */
    Offered(PipelineSpec<?> spec, ReadAhead arrivals) {
        this.load = spec.load();
        this.loads = spec.share().loads();
        this.slices = spec.slices();
        this.arrivals = arrivals;
    }

    /** Those from one time to another, from the start of warm-up; of random arrivals on average, in a closed loop none. */
    long between(long fromNanos, long toNanos) {
        if (toNanos <= fromNanos || load.closedLoop()) {
            return 0;
        }
        return arrivals == null ? until(toNanos) - until(fromNanos) : arrivals.dueBetween(fromNanos, toNanos);
    }

    /** Message i of a rate is due at i intervals, so that the first one is due at once. */
    private long until(long nanos) {
        return (long) Math.ceil(messages(nanos) / loads);
    }

    private double messages(long nanos) {
        if (load.pace() instanceof Pace.Changing changing) {
            Profile profile = changing.profile();
            long warmupNanos = load.warmup().toNanos();
            return profile.messagesUntil(nanos - warmupNanos) - profile.messagesUntil(-warmupNanos);
        }
        return load.perSecond() * (slices == null ? nanos : slices.ownNanos(nanos)) / NANOS_PER_SECOND;
    }
}
