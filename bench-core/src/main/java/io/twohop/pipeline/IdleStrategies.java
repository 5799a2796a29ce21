package io.twohop.pipeline;

import io.twohop.workload.Idle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** What a thread does when its agents had nothing to do. */
final class IdleStrategies {
    private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private IdleStrategies() {}

    /** @param pollBlocks whether consumers wait in the transport, and have waited when they come back empty-handed */
    static IdleStrategy of(Idle idle, List<? extends Agent> agents, boolean pollBlocks, NanoClock clock) {
        boolean closedLoop = agents.size() == 1 && agents.get(0) instanceof ClosedLoopGenerator;
        boolean onlyGenerators = agents.stream().allMatch(Generator.class::isInstance);
        if (pollBlocks && !onlyGenerators) {
            return NoOpIdleStrategy.INSTANCE;
        }
        return switch (idle) {
            case YIELD -> YieldingIdleStrategy.INSTANCE;
            case PARK ->
                closedLoop
                        ? ((ClosedLoopGenerator<?>) agents.get(0)).whileInFlight()
                        : onlyGenerators
                                ? new UntilDue(
                                        agents.stream()
                                                .map(Generator.class::cast)
                                                .toArray(Generator[]::new),
                                        clock)
                                : new SleepingIdleStrategy(PARK_NANOS);
            default -> BusySpinIdleStrategy.INSTANCE;
        };
    }

    /** Sleeps while the next message is far off, since a sleeper wakes late, and yields for the rest. */
    private static final class UntilDue implements IdleStrategy {
        private static final long FAR_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
        private static final long EARLY_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

        /** So that a thread that is to stop notices it. */
        private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

        private final Generator<?>[] generators;
        private final NanoClock clock;

        UntilDue(Generator<?>[] generators, NanoClock clock) {
            this.generators = generators;
            this.clock = clock;
        }

        @Override
        public void idle(int workCount) {
            if (workCount == 0) {
                idle();
            }
        }

        @Override
        public void idle() {
            long nowNanos = clock.nanoTime();
            long leftNanos = LONGEST_NANOS;
            for (Generator<?> generator : generators) {
                if (!generator.finished()) {
                    leftNanos = Math.min(leftNanos, generator.dueNanos() - nowNanos);
                }
            }
            if (leftNanos > FAR_NANOS) {
                LockSupport.parkNanos(leftNanos - EARLY_NANOS);
            } else {
                Thread.yield();
            }
        }

        @Override
        public void reset() {}
    }
}
