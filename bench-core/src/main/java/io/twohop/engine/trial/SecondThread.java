package io.twohop.engine.trial;

import java.util.function.Supplier;

/** A thread that does nothing but turns. */
final class SecondThread implements Second {
    /** Name of the thread, by which Linux's counts are found. */
    static final String NAME = "layout-trial-2";

    private final Thread thread;
    private volatile Turns turns;
    private volatile Throwable failure;
    private volatile boolean stopped;

    /** @param making makes the turns on the thread that does them */
    SecondThread(Supplier<Turns> making) {
        thread = new Thread(() -> run(making), NAME);
        // A transport may block for ever; that must not keep the process alive.
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Supplier<Turns> making) {
        try (Turns own = making.get()) {
            turns = own;
            while (!stopped) {
                own.turn(false);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    @Override
    public void turn() {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public long busyNanos() {
        Turns made = turns;
        return made == null ? 0 : made.busyNanos();
    }

    @Override
    public void close() {
        stopped = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // The channels are closed next, which the thread must not use any more.
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
