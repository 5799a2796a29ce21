package io.twohop.pipeline;

import io.twohop.account.ThreadLayout;
import io.twohop.finding.Rules;
import io.twohop.measure.CallClock;
import io.twohop.measure.Window;
import io.twohop.transport.Transport;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** The threads of a pipeline's tasks. The monitor's thread. */
final class Threads {
    private final List<TaskThread> threads = new ArrayList<>();
    private final List<CallClock> clocks = new ArrayList<>();
    private final ThreadLayout layout;

    /** Puts each task on a thread; none runs yet. */
    Threads(PipelineSpec<?> spec, Transport transport, NanoClock clock, Window window, Tasks tasks) {
        Placement placement = spec.scenario().placement();
        // Two processes have half of the cores each.
        int spare = spec.role() == Role.WHOLE ? 1 : 0;
        LayoutChoice.Conditions given = new LayoutChoice.Conditions(
                spec.cores(), spare, transport.busyThreads(), transport.pollBlocks(), spec.tried());
        layout = LayoutChoice.choose(
                placement.layout(),
                placement.idle(),
                given,
                names(tasks.generators()),
                names(tasks.services()),
                names(tasks.sinks()));
        if (layout.layout() == Layout.SINGLE) {
            tasks.services().forEach(service -> service.shareThreadWith(tasks.sinks()));
        }
        // A service process takes the cores behind those of its load.
        int first = spec.role().hasEnds()
                ? 0
                : LayoutChoice.threadsOfEnds(
                        placement.layout(), given, spec.topology().producers(), transport.consumersPerHop());
        List<Integer> cpus = placement.affinity();
        for (List<Task> group :
                LayoutChoice.<Task>group(layout.layout(), tasks.generators(), tasks.services(), tasks.sinks())) {
            int cpu = cpus.isEmpty() ? TaskThread.ANY_CPU : cpus.get((first + threads.size()) % cpus.size());
            IdleStrategy idle = idle(layout.idle(), group, transport.pollBlocks(), clock);
            boolean timesPolls = layout.idle() == Idle.SPIN && !transport.pollBlocks();
            clocks.add(shareClock(clock, group, timesPolls, window));
            threads.add(new TaskThread(
                    group,
                    InFlight.none(group, tasks, spec.topology().subscribers()),
                    spec.sendingTime().idle(idle, clock, window.startNanos()),
                    cpu));
        }
    }

    private static List<String> names(List<? extends Task> tasks) {
        return tasks.stream().map(Task::roleName).toList();
    }

    /**
     * Returns what a thread does when its tasks had nothing to do.
     *
     * @param pollBlocks whether consumers wait in the transport, and have waited when they come back empty-handed
     */
    private static IdleStrategy idle(Idle idle, List<Task> tasks, boolean pollBlocks, NanoClock clock) {
        if (pollBlocks && !tasks.stream().allMatch(Task::sends)) {
            return NoOpIdleStrategy.INSTANCE;
        }
        return switch (idle) {
            case YIELD -> YieldingIdleStrategy.INSTANCE;
            case PARK -> tasks.size() == 1 ? tasks.get(0).parked(clock) : new SleepingIdleStrategy(Task.PARK_NANOS);
            default -> BusySpinIdleStrategy.INSTANCE;
        };
    }

    /** Gives all tasks of a thread one clock. */
    private static CallClock shareClock(NanoClock clock, List<Task> tasks, boolean timesPolls, Window window) {
        boolean sends = tasks.stream().anyMatch(Task::sends);
        boolean polls = !tasks.stream().allMatch(Task::sends);
        CallClock shared = new CallClock(clock, TaskThread.name(tasks), timesPolls && polls, sends, window);
        tasks.forEach(task -> task.readsFrom(shared));
        return shared;
    }

    List<CallClock> clocks() {
        return clocks;
    }

    ThreadLayout layout() {
        return layout;
    }

    /**
     * Does a thread's tasks once on the caller's thread.
     *
     * @param sends whether generators have a turn too
     */
    int turn(int thread, boolean sends) {
        TaskThread its = threads.get(thread);
        return sends ? its.turn() : its.receive();
    }

    void start() {
        threads.forEach(TaskThread::start);
    }

    /** Returns why a thread ended early, with its name; empty if none did. */
    Optional<String> failure() {
        return threads.stream()
                .map(TaskThread::failure)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Returns the threads that did not stop within the limit, each with where it is stuck. */
    List<String> stop(Duration limit) throws InterruptedException {
        threads.forEach(TaskThread::stop);
        List<String> stuck = new ArrayList<>();
        for (TaskThread thread : threads) {
            if (!thread.join(limit.toMillis())) {
                stuck.add(Rules.STUCK.found(thread.name(), thread.position()).text());
            }
        }
        return stuck;
    }
}
