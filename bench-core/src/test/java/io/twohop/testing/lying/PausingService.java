package io.twohop.testing.lying;

import io.twohop.event.Microservice;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A service whose JVM pauses, with {@code -XX:-UseCountedLoopSafepoints}: a thread of its own counts for some hundred milliseconds at a
 * time, without a look at whether it is to stop; meanwhile another asks for all threads' stacks, for which every thread has to.
 */
public final class PausingService implements Microservice<Object, Object> {
    private static final int COUNTED = 300_000_000;
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private static volatile boolean counting;
    private static volatile int counted;

    public PausingService() {
        if (STARTED.compareAndSet(false, true)) {
            start("counter", PausingService::count);
            start("stack-reader", PausingService::readStacks);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void count() {
        while (true) {
            LockSupport.parkNanos(PERIOD_NANOS);
            counting = true;
            int sum = counted;
            for (int i = 0; i < COUNTED; i++) {
                sum = 31 * sum + i;
            }
            counted = sum;
            counting = false;
        }
    }

    private static void readStacks() {
        while (true) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            if (counting) {
                Thread.getAllStackTraces();
            }
        }
    }

    @Override
    public void onEvent(Object event, Consumer<? super Object> out) {
        out.accept(event);
    }
}
