package io.twohop.pipeline;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Behind;
import io.twohop.account.Integrity;
import io.twohop.account.Lane;
import io.twohop.account.Ledger;
import io.twohop.account.ProducerAccount;
import io.twohop.account.Progress;
import io.twohop.account.Reported;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Accounts for every message of a pipeline, as one subscriber received it. The monitor's thread. */
final class Books {
    private final List<Generator<?>> generators;
    private final List<ServiceStage<?>> services;
    private final List<Sink<?>> sinks;
    private final Tasks tasks;
    private final Connections connections;
    private final List<Hop> hops;
    private final RequestLanes requestLanes;
    private final Promises promises;

    /**
     * The order and redelivery that a run promises.
     *
     * @param keepsOrder whether each producer's messages arrive in their order
     * @param lanesKeepOrder whether what is missing on a lane before its newest arrival will not come
     * @param redeliveredNanos by when what was due in the window would have been delivered again, if it had to be
     */
    record Promises(boolean keepsOrder, boolean lanesKeepOrder, boolean hasKeys, long redeliveredNanos) {}

    /**
     * @param tasks with the subscriber's sinks
     * @param hops whose both ends are in this process; of a run with a service elsewhere, none
     * @param requestLanes those of a service elsewhere whose replies show how far it has come
     */
    Books(Tasks tasks, Connections connections, List<Hop> hops, RequestLanes requestLanes, Promises promises) {
        this.tasks = tasks;
        this.generators = tasks.generators();
        this.services = tasks.services();
        this.sinks = tasks.sinks();
        this.connections = connections;
        this.hops = hops;
        this.requestLanes = requestLanes;
        this.promises = promises;
    }

    Tasks tasks() {
        return tasks;
    }

    /** Returns the hops on the way to the subscriber whose both ends are in this process. */
    List<Hop> hops() {
        return hops;
    }

    long received() {
        return sum(sinks, Sink::received);
    }

    long arrivedBytes() {
        return sum(sinks, sink -> sink.arrived().all().bytes());
    }

    /** Returns the messages that the subscriber received within the measured window, whenever they were due. */
    long completedInWindow() {
        return sum(sinks, sink -> sink.tally().inWindow());
    }

    ServiceCounts serviceCounts() {
        return new ServiceCounts(
                sum(services, ServiceStage::failed) + connections.failedReplies(),
                sum(services, ServiceStage::foreign),
                sum(services, ServiceStage::unanswered),
                sum(services, ServiceStage::answeredAgain),
                services.stream()
                        .map(service -> service.inspector().findings(promises.lanesKeepOrder()))
                        .reduce(Integrity.NONE, Integrity::plus),
                Acknowledged.NONE);
    }

    /** Returns the findings of each hop, as far as their ends are in this process, with latencies below zero. */
    private Integrity integrity() {
        long belowZero = sum(generators, generator -> generator.publish().belowZero())
                + sum(
                        connections.requestOutcomes(),
                        outcomes -> outcomes.acknowledge().belowZero())
                + sum(services, service -> service.toService().belowZero())
                + sum(sinks, Sink::belowZero);
        return sinks.stream()
                .map(sink -> sink.inspector().findings(promises.lanesKeepOrder()))
                .reduce(serviceCounts().integrity(), Integrity::plus)
                .plus(Integrity.belowZero(belowZero));
    }

    long taken() {
        return sum(services, ServiceStage::received);
    }

    boolean everyMessageArrived() {
        return received() == sum(generators, Generator::scheduled);
    }

    Progress progress() {
        int lanes = hops.stream().mapToInt(Hop::lanes).sum() + requestLanes.senders() * requestLanes.lanes();
        long[] taken = new long[lanes];
        long[] reached = new long[lanes];
        long[] inVain = new long[lanes];
        int[] next = {0};
        hops.forEach(hop -> {
            Arrays.fill(inVain, next[0], next[0] + hop.lanes(), hop.inVain());
            hop.visit((number, sender, lane, laneTaken, laneReached) -> {
                taken[next[0]] = laneTaken;
                reached[next[0]++] = laneReached;
            });
        });
        for (int sender = 0; sender < requestLanes.senders(); sender++) {
            for (int lane = 0; lane < requestLanes.lanes(); lane++) {
                taken[next[0]] = requestLanes.taken(sender, lane);
                reached[next[0]++] = requestLanes.reached(sender, lane);
            }
        }
        long sinksInVain = sinks.stream()
                .mapToLong(sink -> sink.inspector().lanes().inVain())
                .min()
                .orElse(0);
        return new Progress(received(), taken, reached, inVain, sinksInVain);
    }

    private List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>();
        hops.forEach(hop -> hop.visit((number, sender, lane, taken, reached) ->
                lanes.add(new Lane(number, sender, lane, taken, reached, 0))));
        for (int sender = 0; sender < requestLanes.senders(); sender++) {
            for (int lane = 0; lane < requestLanes.lanes(); lane++) {
                long taken = requestLanes.taken(sender, lane);
                lanes.add(new Lane(1, sender, lane, taken, requestLanes.reached(sender, lane), 0));
            }
        }
        return lanes;
    }

    Accounting close(Optional<Progress> before, long untilNanos) {
        List<Behind> behind = generators.stream()
                .map(generator -> generator.behind(untilNanos))
                .toList();
        Behind allBehind = behind.stream().reduce(Behind.NOTHING, Behind::plus);
        long scheduled = sum(generators, Generator::scheduled) + allBehind.warmup() + allBehind.measured();
        long received = received();
        Progress now = progress();
        long unsent = scheduled - sum(generators, Generator::sent) - sum(generators, Generator::failed);
        long failures = sum(generators, Generator::failed) + sum(services, ServiceStage::failed) + connections.failed();
        Ledger whole = Ledger.of(
                scheduled,
                received,
                0,
                unsent + before.map(then -> queued(then, now, untilNanos)).orElse(0L),
                new Reported(failures, sum(services, ServiceStage::unanswered)));
        List<ProducerAccount> producers = producers(behind);
        return new Accounting(
                scheduled,
                sum(generators, Generator::sent),
                received,
                whole.lost(),
                whole.undelivered(),
                whole.filtered(),
                sum(sinks, Sink::duplicated),
                sum(sinks, Sink::outOfOrder),
                promises.hasKeys() ? (Long) sum(sinks, Sink::outOfOrderByKey) : null,
                sum(sinks, Sink::tooLate),
                failures,
                sum(sinks, Sink::foreign) + sum(services, ServiceStage::foreign),
                sum(sinks, sink -> sink.tally().inherited()),
                ledger(producers, whole.undelivered()),
                producers,
                lanes(),
                whole.reported(),
                integrity(),
                connections.acknowledged());
    }

    /**
     * Returns the largest number of messages that were still queued. If each lane keeps its order, these are the
     * messages behind the newest arrival of lanes that flowed to the end or whose consumers had no chance to look.
     * Otherwise, and if all missing messages may be delivered again, every missing message may be queued.
     */
    private long queued(Progress before, Progress now, long untilNanos) {
        if (hops.isEmpty() && promises.keepsOrder()) {
            return now.mayFlow(before) ? behindTheNewest() : 0;
        }
        if (!promises.lanesKeepOrder() || hops.isEmpty()) {
            boolean mayCome = now.mayFlow(before) || untilNanos - promises.redeliveredNanos() < 0;
            return mayCome ? Long.MAX_VALUE / 2 : 0;
        }
        long queued = 0;
        for (int lane = 0; lane < now.lanes(); lane++) {
            if (now.mayFlow(lane, before)) {
                queued += now.waiting(lane);
            }
        }
        return queued;
    }

    /** Counts the messages that producers sent after the newest that arrived. */
    private long behindTheNewest() {
        long behind = 0;
        for (int producer = 0; producer < generators.size(); producer++) {
            behind += generators.get(producer).scheduled() - newestReceived(producer);
        }
        return behind;
    }

    /**
     * Returns how many of a producer's messages would have been received, had none before the newest been lost; any
     * thread.
     */
    long newestReceived(int producer) {
        long newest = 0;
        for (int i = 0; i < sinks.size(); i++) {
            newest = Math.max(newest, sinks.get(i).nextSequence(producer));
        }
        return newest;
    }

    private List<ProducerAccount> producers(List<Behind> behind) {
        List<ProducerAccount> producers = new ArrayList<>();
        for (int i = 0; i < generators.size(); i++) {
            int producer = i;
            long due = generators.get(i).scheduledMeasured() + behind.get(i).measured();
            long arrived = sum(sinks, sink -> sink.tally().arrived(producer));
            long later = sum(sinks, sink -> sink.tally().arrivedLater(producer));
            producers.add(new ProducerAccount(due, arrived, later, due - arrived - later));
        }
        return producers;
    }

    private Ledger ledger(List<ProducerAccount> producers, long undelivered) {
        return Ledger.of(
                sum(producers, ProducerAccount::due),
                sum(producers, ProducerAccount::arrived),
                sum(producers, ProducerAccount::arrivedLater),
                undelivered,
                new Reported(
                        sum(generators, Generator::failedMeasured)
                                + sum(services, ServiceStage::failedMeasured)
                                + connections.failedMeasured(),
                        sum(services, ServiceStage::unansweredMeasured)));
    }

    static <T> long sum(List<? extends T> parts, ToLongFunction<T> count) {
        long sum = 0;
        // A closed loop asks while it sends: no stream.
        for (int i = 0; i < parts.size(); i++) {
            sum += count.applyAsLong(parts.get(i));
        }
        return sum;
    }
}
