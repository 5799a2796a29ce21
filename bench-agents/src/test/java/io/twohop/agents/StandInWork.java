package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.agents.Beat.Phase;
import io.twohop.engine.protocol.ParentMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A part without a JVM of its own, for what agents and coordinators do about one another: its seconds have no messages. */
final class StandInWork extends PartWork {
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

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
                new PartReport.Load(null, seconds, null, null, null, null), PartReport.Service.NONE, null, List.of());
    }

    @Override
    void tell(ParentMessage message) {
        if (message instanceof ParentMessage.Start) {
            start.countDown();
        } else if (message instanceof ParentMessage.End) {
            end.countDown();
        }
    }

    @Override
    void abort() {
        end.countDown();
        start.countDown();
    }
}
