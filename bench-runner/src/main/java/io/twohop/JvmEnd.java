package io.twohop;

import io.twohop.launch.CellRun;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where this JVM is to end, by Ctrl-C for instance, the run ends before, as it would when it is interrupted. */
final class JvmEnd {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook;

    JvmEnd(CellRun run) {
        hook = new Thread(() -> end(run), "end-" + run.title());
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(CellRun run) {
        run.abort();
        try {
            over.await(WatchedRun.ABORT_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The run is over: nothing keeps this JVM any more. */
    void release() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs. For another run there will be no hook either, so that none begins.
        }
    }
}
