package io.twohop.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.IdleStrategy;

/** Does tasks on a thread of its own until it is stopped or until one throws. */
final class TaskThread implements Runnable {
    /** Marks a thread that is left to the scheduler. */
    static final int ANY_CPU = -1;

    /** Turns without a message in flight for each look at the transport, about a microsecond. */
    private static final int TURNS_BETWEEN_LOOKS = 32;

    // A kind each, for a loop each: a call that only ever meets one class is compiled into the loop.
    private final Task[] senders;
    private final Task[] services;
    private final Task[] sinks;
    private final BooleanSupplier nothingInFlight;
    private final IdleStrategy idle;
    private final int cpu;
    private final Thread thread;
    private int turnsWithoutLook;
    private boolean unsettled;
    private volatile boolean stopped;
    private volatile Throwable failure;

    /** @param nothingInFlight whether every message that the thread sent has arrived on it; its thread asks */
    TaskThread(List<Task> tasks, BooleanSupplier nothingInFlight, IdleStrategy idle, int cpu) {
        this.senders = those(tasks, Task::sends);
        this.services = those(tasks, task -> task instanceof ServiceStage);
        this.sinks = those(tasks, task -> !task.sends() && !(task instanceof ServiceStage));
        this.nothingInFlight = nothingInFlight;
        this.idle = idle;
        this.cpu = cpu;
        this.thread = new Thread(this, name(tasks));
        // A transport may block for ever; that must not keep the process alive.
        thread.setDaemon(true);
    }

    private static Task[] those(List<Task> tasks, Predicate<Task> are) {
        return tasks.stream().filter(are).toArray(Task[]::new);
    }

    static String name(List<Task> tasks) {
        return tasks.stream().map(Task::roleName).collect(Collectors.joining("+"));
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            if (cpu != ANY_CPU) {
                Affinity.setAffinity(cpu);
            }
            workUntilStopped();
        } catch (Throwable e) {
            // Also errors: whatever ends the thread ends the run and is named in its verdict.
            failure = e;
        }
        settleLast();
    }

    /** Records what is left, also after a failure, which it must not hide. */
    private void settleLast() {
        try {
            settle();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
    }

    private void workUntilStopped() {
        while (!stopped) {
            idle.idle(turn());
        }
    }

    /** Does every task once, and records what was put off once there is nothing to do; one thread. */
    int turn() {
        return settled(doWork());
    }

    /** Does the same, except that nothing is sent. */
    int receive() {
        return settled(takeMessages());
    }

    private int settled(int work) {
        if (work > 0) {
            unsettled = true;
        } else if (unsettled) {
            unsettled = false;
            settle();
        }
        return work;
    }

    private int doWork() {
        int work = 0;
        for (Task sender : senders) {
            work += sender.doWork();
        }
        // Without a message in flight, a look at the transport would only delay the next message.
        if (work == 0 && nothingInFlight.getAsBoolean() && ++turnsWithoutLook < TURNS_BETWEEN_LOOKS) {
            return 0;
        }
        turnsWithoutLook = 0;
        return work + takeMessages();
    }

    private int takeMessages() {
        int work = 0;
        for (Task service : services) {
            work += service.doWork();
        }
        for (Task sink : sinks) {
            work += sink.doWork();
        }
        return work;
    }

    private void settle() {
        for (Task sender : senders) {
            sender.settle();
        }
        for (Task service : services) {
            service.settle();
        }
        for (Task sink : sinks) {
            sink.settle();
        }
    }

    void stop() {
        stopped = true;
    }

    /** Waits for the end; after the limit interrupts the thread, and waits as long again. */
    boolean join(long limitMillis) throws InterruptedException {
        thread.join(limitMillis);
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join(limitMillis);
        }
        return !thread.isAlive();
    }

    /** Returns what ended the thread before it was stopped, with its name; any thread. */
    Optional<String> failure() {
        return Optional.ofNullable(failure).map(cause -> name() + ": " + cause);
    }

    String name() {
        return thread.getName();
    }

    /** Returns where the thread is now, innermost call first, for the report of a thread that does not stop. */
    String position() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "nowhere" : stack[0] + (stack.length > 1 ? " called by " + stack[1] : "");
    }
}
