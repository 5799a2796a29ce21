package io.twohop.pipeline;

import java.util.List;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.concurrent.IdleStrategy;

/** Runs agents on a thread of their own until stopped or until one throws. */
final class AgentThread implements Runnable {
    /** Marks a thread that is left to the scheduler. */
    static final int ANY_CPU = -1;

    private final Agent agent;
    private final IdleStrategy idle;
    private final int cpu;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Throwable failure;

    AgentThread(List<Agent> agents, IdleStrategy idle, int cpu) {
        this.agent = agents.size() == 1 ? agents.get(0) : new CompositeAgent(agents);
        this.idle = idle;
        this.cpu = cpu;
        this.thread = new Thread(this, name(agents));
        // A transport may block for ever; that must not keep the process alive.
        thread.setDaemon(true);
    }

    /** The name of a thread that runs agents. */
    static String name(List<Agent> agents) {
        return agents.stream().map(Agent::roleName).collect(Collectors.joining("+"));
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
                idle.idle(agent.doWork());
            }
        } catch (Throwable e) {
            // Also errors: whatever ends the thread ends the run and is named in its verdict.
            failure = e;
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

    /** What ended the thread before it was stopped, or null. */
    Throwable failure() {
        return failure;
    }

    String name() {
        return thread.getName();
    }

    /** Where the thread is now, innermost call first, for the report of a thread that does not stop. */
    String position() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "nowhere" : stack[0] + (stack.length > 1 ? " called by " + stack[1] : "");
    }
}
