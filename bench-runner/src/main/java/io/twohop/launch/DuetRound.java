package io.twohop.launch;

import io.twohop.account.Interval;
import io.twohop.engine.ParentCommands;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.protocol.Start;
import io.twohop.result.Fork;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The meeting of two forks: one JVM starts once the other is connected, both begin at one instant, and neither closes before
 * the other is measured. Where one falls out, the other is ended. Any thread.
 */
final class DuetRound {
    private static final int BOTH = 2;

    /** For both to hear of it, and to wake up. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ForkedRun[] runs = new ForkedRun[BOTH];
    private final boolean[] connected = new boolean[BOTH];
    private final boolean[] ended = new boolean[BOTH];
    private final int first;
    private boolean broken;

    /** @param first the side whose JVM starts first */
    DuetRound(int first) {
        this.first = first;
    }

    /** One of both, made ready. */
    Attempt attempt(int number, RunPlan plan, ForkedRun.Patience limits, RunListener progress) {
        int side = plan.slices().side();
        ForkedRun run = new ForkedRun(number, plan, limits, new RunListeners(new Meeting(side), progress));
        synchronized (this) {
            runs[side] = run;
        }
        return new Attempt() {
            @Override
            public Fork run() throws IOException, InterruptedException {
                try {
                    awaitTurn(side);
                    return run.run();
                } finally {
                    leave(side);
                }
            }

            @Override
            public void abort() {
                run.abort();
                leave(side);
            }

            @Override
            public boolean ranOutOfMemory() {
                return run.ranOutOfMemory();
            }
        };
    }

    /** A JVM that starts, and tries out what its threads would be busy with, has the machine to itself. */
    private synchronized void awaitTurn(int side) throws InterruptedException {
        while (side != first && !connected[first] && !broken) {
            wait();
        }
    }

    private synchronized void connect(int side) {
        connected[side] = true;
        notifyAll();
        if (connected[0] && connected[1]) {
            // One machine's processes have one clock.
            Start start = new Start(System.nanoTime() + LEAD_NANOS, null);
            both(ParentCommands.START + Protocol.line(start));
        }
    }

    private synchronized void end(int side) {
        ended[side] = true;
        if (ended[0] && ended[1]) {
            both(ParentCommands.CLOSE);
        }
    }

    private void both(String line) {
        for (ForkedRun run : runs) {
            try {
                run.say(line);
            } catch (IOException e) {
                // It has died, which its own end reports.
            }
        }
    }

    /** A fork alone is half a round, and its partner would wait for ever. */
    private void leave(int side) {
        ForkedRun other = null;
        synchronized (this) {
            if (!broken && !(ended[0] && ended[1])) {
                other = runs[1 - side];
            }
            broken = true;
            notifyAll();
        }
        if (other != null) {
            other.abandon("the fork that it took turns with fell out");
        }
    }

    /** Hears from one of both. */
    private final class Meeting implements RunListener {
        private final int side;

        Meeting(int side) {
            this.side = side;
        }

        @Override
        public void onConnected(String address) {
            connect(side);
        }

        @Override
        public void onStarted(Started started) {}

        @Override
        public void onInterval(Interval interval) {}

        @Override
        public void onEnded(Ended over) {
            end(side);
        }
    }
}
