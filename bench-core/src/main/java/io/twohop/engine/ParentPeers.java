package io.twohop.engine;

import io.twohop.engine.protocol.ChildMessage;
import io.twohop.engine.protocol.ParentLink;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/** The peers that a fork knows through its parent: other agents' parts of the run, or the other run of a duet. */
final class ParentPeers implements OtherParts, Consumer<ParentMessage> {
    private static final long SIGN_OF_LIFE_MILLIS = 1_000;

    private final CountDownLatch agreed = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ParentLink parent;
    private volatile ParentMessage.Start start;
    private volatile List<Injection> faults = List.of();
    private volatile Optional<String> broken = Optional.empty();

    ParentPeers(ParentLink parent) {
        this.parent = parent;
    }

    @Override
    public void accept(ParentMessage message) {
        if (message instanceof ParentMessage.Start agreedStart) {
            start = agreedStart;
            agreed.countDown();
        } else if (message instanceof ParentMessage.FaultsDone all) {
            faults = all.done();
        } else if (message instanceof ParentMessage.Broken its) {
            broken = Optional.of(its.why());
        } else if (message instanceof ParentMessage.End) {
            closing.countDown();
        }
    }

    @Override
    public long awaitStart(NanoClock clock, String address) {
        parent.onConnected(address);
        try {
            await(agreed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the start", e);
        }
        long aheadNanos = start.nanos() - clock.nanoTime();
        if (aheadNanos < LEAD_NANOS) {
            throw new IllegalStateException("heard of the start " + TimeUnit.NANOSECONDS.toMillis(-aheadNanos)
                    + " ms after it; this machine, or the network to it, was held up");
        }
        return start.nanos();
    }

    @Override
    public Role role() {
        return parent.plan().part().role();
    }

    @Override
    public ServiceClocks clocks() {
        return start.services();
    }

    @Override
    public boolean mayEndEarly() {
        return false;
    }

    @Override
    public Optional<String> broken() {
        return broken;
    }

    /** Agents do the faults, and end the run when one cannot be done. */
    @Override
    public FaultSource faults(List<Fault> wanted, Supplier<List<FaultTarget>> targets) {
        return new FaultSource() {
            private volatile long measureStartNanos;

            @Override
            public void start(long nanos) {
                measureStartNanos = nanos;
            }

            @Override
            public List<Injection> done() {
                return faults.stream()
                        .map(injection -> injection.shifted(measureStartNanos))
                        .toList();
            }
        };
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        await(closing);
    }

    /** Waits while the parent lives; the silence would otherwise look like a hang. */
    private void await(CountDownLatch latch) throws InterruptedException {
        while (!latch.await(SIGN_OF_LIFE_MILLIS, TimeUnit.MILLISECONDS)) {
            parent.say(new ChildMessage.Alive());
        }
    }
}
