package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.agents.Beat.Phase;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunListener;
import io.twohop.transport.Guarantees;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A part without a JVM of its own, for what agents and coordinators do about one another: its seconds have no messages. Like a load's JVM,
 * it has counts only if it ends in order.
 */
class StandInWork extends PartWork {
    private static final RunListener.Started STARTED =
            new RunListener.Started(Instant.EPOCH, null, Guarantees.NONE, Map.of(), Map.of(), null);

    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile RunListener.Ended ended;
    private volatile String diagnosis;

    StandInWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    static PartWork of(String call, PartPlan plan, String listen, Path logs, Control control, Runnable changed) {
        return new StandInWork(call, plan, logs, control, changed);
    }

    @Override
    PartReport measure() throws InterruptedException {
        connectedAt(null);
        start.await();
        to(Phase.WORKING);
        List<Interval> seconds = new ArrayList<>();
        long second = TimeUnit.SECONDS.toNanos(1);
        while (!end.await(second, TimeUnit.NANOSECONDS)) {
            long from = seconds.size() * second;
            seconds.add(new Interval(Interval.Phase.MEASURE, from, from + second, second, 0, 0, 0, 0, 0, 0, Map.of()));
            second(seconds.size(), 0, 0);
            changed();
        }
        return new PartReport(
                new PartReport.Load(STARTED, seconds, ended, null, null, null),
                PartReport.Service.NONE,
                diagnosis,
                List.of());
    }

    @Override
    void tell(ParentMessage message) {
        if (message instanceof ParentMessage.Start) {
            start.countDown();
        } else if (message instanceof ParentMessage.Broken broken) {
            ended = new RunListener.Ended(
                    new RunListener.Ended.Messages(BalanceTest.account(100, 90, 10), List.of(), 90, null, null),
                    broken.why(),
                    null,
                    List.of(),
                    null,
                    null,
                    null,
                    null);
            to(Phase.MEASURED);
        } else if (message instanceof ParentMessage.End) {
            end.countDown();
        }
    }

    /** Ends by itself, as a server that is killed. */
    void fail(String why) {
        diagnosis = why;
        abort();
    }

    @Override
    void abort() {
        end.countDown();
        start.countDown();
    }
}
