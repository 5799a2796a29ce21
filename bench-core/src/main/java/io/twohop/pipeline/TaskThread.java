package io.twohop.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.IdleStrategy;

/** Does tasks on a thread of its own until it is stopped or until one throws. */
final class TaskThread implements Runnable {
    /** Marks a thread that is left to the scheduler. */
    static final int ANY_CPU = -1;

    private final Task[] tasks;
    private final IdleStrategy idle;
    private final int cpu;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Throwable failure;

    TaskThread(List<Task> tasks, IdleStrategy idle, int cpu) {
        this.tasks = tasks.toArray(Task[]::new);
        this.idle = idle;
        this.cpu = cpu;
        this.thread = new Thread(this, name(tasks));
        // A transport may block for ever; that must not keep the process alive.
        thread.setDaemon(true);
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
            while (!stopped) {
                idle.idle(doWork());
            }
        } catch (Throwable e) {
            // Also errors: whatever ends the thread ends the run and is named in its verdict.
            failure = e;
        }
    }

    private int doWork() {
        int work = 0;
        for (Task task : tasks) {
            work += task.doWork();
        }
        return work;
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
