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
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** The threads that a pipeline's agents run on. The monitor only. */
final class Threads {
    private final List<AgentThread> threads = new ArrayList<>();
    private final List<CallClock> clocks = new ArrayList<>();
    private final ThreadLayout layout;

    /** Puts each agent on a thread; none runs yet. */
    Threads(
            PipelineSpec<?> spec,
            Transport transport,
            NanoClock clock,
            Window window,
            List<Generator<?>> generators,
            List<ServiceStage<?>> services,
            List<Sink<?>> sinks) {
        Placement placement = spec.scenario().placement();
        // Of a way in two processes, each has its half of the cores to itself.
        int spare = spec.role() == Role.WHOLE ? 1 : 0;
        LayoutChoice.Conditions given = new LayoutChoice.Conditions(
                spec.cores(), spare, transport.busyThreads(), transport.pollBlocks(), spec.single());
        layout = LayoutChoice.choose(placement.layout(), placement.idle(), given, generators, services, sinks);
        if (layout.layout() == Layout.SINGLE) {
            services.forEach(service -> service.shareThreadWith(sinks));
        }
        // A service's own process goes on where the other's threads end.
        int first = spec.role().hasEnds()
                ? 0
                : LayoutChoice.threadsOfEnds(
                        placement.layout(), given, spec.topology().producers(), transport.consumersPerHop());
        List<Integer> cpus = placement.affinity();
        for (List<Agent> group : LayoutChoice.group(layout.layout(), generators, services, sinks)) {
            int cpu = cpus.isEmpty() ? AgentThread.ANY_CPU : cpus.get((first + threads.size()) % cpus.size());
            IdleStrategy idle = IdleStrategies.of(layout.idle(), group, transport.pollBlocks(), clock);
            boolean timesPolls = layout.idle() == Idle.SPIN && !transport.pollBlocks();
            clocks.add(shareClock(clock, group, timesPolls, window));
            threads.add(new AgentThread(
                    group,
                    spec.slices() == null
                            ? idle
                            : new IdleOutsideSlices(idle, spec.slices(), clock, window.startNanos()),
                    cpu));
        }
    }

    /** One reading serves all agents of a thread. */
    private static CallClock shareClock(NanoClock clock, List<Agent> agents, boolean timesPolls, Window window) {
        boolean polls = agents.stream().anyMatch(agent -> !(agent instanceof Generator));
        boolean sends = agents.stream().anyMatch(Generator.class::isInstance);
        CallClock shared = new CallClock(clock, AgentThread.name(agents), timesPolls && polls, sends, window);
        for (Agent agent : agents) {
            if (agent instanceof Generator<?> generator) {
                generator.readsFrom(shared);
            } else if (agent instanceof ServiceStage<?> service) {
                service.readsFrom(shared);
            } else if (agent instanceof Sink<?> sink) {
                sink.readsFrom(shared);
            }
        }
        return shared;
    }

    /** The clock of each thread. */
    List<CallClock> clocks() {
        return clocks;
    }

    ThreadLayout layout() {
        return layout;
    }

    void start() {
        threads.forEach(AgentThread::start);
    }

    /** Why a thread ended before its time, naming the thread; empty while all is well. */
    Optional<String> failure() {
        return threads.stream()
                .filter(thread -> thread.failure() != null)
                .map(thread -> thread.name() + ": " + thread.failure())
                .findFirst();
    }

    /** Returns the threads that did not stop within the limit, each with where it is stuck. */
    List<String> stop(Duration limit) throws InterruptedException {
        threads.forEach(AgentThread::stop);
        List<String> stuck = new ArrayList<>();
        for (AgentThread thread : threads) {
            if (!thread.join(limit.toMillis())) {
                stuck.add(Rules.STUCK.found(thread.name(), thread.position()).text());
            }
        }
        return stuck;
    }
}
