package io.twohop.pipeline;

import io.twohop.config.Nanos;
import io.twohop.schedule.DueTimes;
import io.twohop.schedule.ProfiledSchedule;
import io.twohop.schedule.Schedule;
import io.twohop.schedule.SendingTime;
import io.twohop.transport.Publisher;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;

/** Sending at a rate, which may change with time. */
final class RatedSending extends Sending {
    private final Load load;
    private final Share share;
    private final SendingTime sendingTime;
    private final int producers;

    RatedSending(PipelineSpec<?> spec) {
        super(spec);
        load = spec.load();
        share = spec.share();
        sendingTime = spec.sendingTime();
        producers = spec.topology().producers();
    }

    @Override
    <T> Generator<T> generator(int number, Shared<T> shared, Publisher publisher, AcknowledgementRecorder outcomes) {
        return new ScheduledGenerator<>(number, shared, publisher, schedule(number));
    }

    private Schedule schedule(int number) {
        return load.pace() instanceof Pace.Changing changing
                ? new ProfiledSchedule(
                        share.schedule(load.arrivals(), ProfiledSchedule.PER_SECOND, number, producers),
                        changing.profile(),
                        load.warmup().toNanos())
                : sendingTime.of(share.schedule(load.arrivals(), load.perSecond(), number, producers));
    }

    /** Unknown for a changing rate, which has to be gone through. */
    @Override
    DueTimes due(int number) {
        return load.pace() instanceof Pace.Constant
                ? sendingTime.of(share.due(load.arrivals(), load.perSecond(), number, producers))
                : DueTimes.NOT_KNOWN;
    }

    @Override
    long dueBetween(long fromNanos, long toNanos) {
        return toNanos <= fromNanos ? 0 : until(toNanos) - until(fromNanos);
    }

    /** Message i of a rate is due at i intervals, so that the first one is due at once. */
    private long until(long nanos) {
        return (long) Math.ceil(messages(nanos) / share.loads());
    }

    private double messages(long nanos) {
        if (load.pace() instanceof Pace.Changing changing) {
            long warmupNanos = load.warmup().toNanos();
            return changing.profile().messagesUntil(nanos - warmupNanos)
                    - changing.profile().messagesUntil(-warmupNanos);
        }
        return load.perSecond() * sendingTime.ownNanos(nanos) / Nanos.PER_SECOND;
    }
}
