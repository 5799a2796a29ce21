package io.twohop.pipeline;

import io.twohop.measure.Accounting;
import io.twohop.measure.Lane;
import io.twohop.measure.Ledger;
import io.twohop.measure.ProducerAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Accounts for every message of a pipeline. The monitor's thread. */
final class Books {
    private final List<? extends Generator<?>> generators;
    private final List<ServiceStage<?>> services;
    private final List<Sink<?>> sinks;
    private final Connections connections;
    private final List<Hop> hops;
    private final boolean lanesKeepOrder;
    private final long redeliveredNanos;

    /**
     * @param hops whose both ends are in this process; of a run with a service elsewhere, none
     * @param lanesKeepOrder whether what is missing on a lane before its newest arrival will not come
     * @param redeliveredNanos by when what was due in the window would have been delivered again, if it had to be
     */
    Books(
            List<? extends Generator<?>> generators,
            List<ServiceStage<?>> services,
            List<Sink<?>> sinks,
            Connections connections,
            List<Hop> hops,
            boolean lanesKeepOrder,
            long redeliveredNanos) {
        this.generators = generators;
        this.services = services;
        this.sinks = sinks;
        this.connections = connections;
        this.hops = hops;
        this.lanesKeepOrder = lanesKeepOrder;
        this.redeliveredNanos = redeliveredNanos;
    }

    long received() {
        return sum(sinks, Sink::received);
    }

    boolean everyMessageArrived() {
        return received() == sum(generators, Generator::scheduled);
    }

    Progress progress() {
        return new Progress(
                received(), hops.stream().flatMap(hop -> hop.lanes().stream()).toList());
    }

    Accounting close(Progress before, long untilNanos) {
        List<Generator.Behind> behind = generators.stream()
                .map(generator -> generator.behind(untilNanos))
                .toList();
        Generator.Behind allBehind = behind.stream().reduce(Generator.Behind.NOTHING, Generator.Behind::plus);
        long scheduled = sum(generators, Generator::scheduled) + allBehind.warmup() + allBehind.measured();
        long received = received();
        Progress now = progress();
        long unsent = scheduled - sum(generators, Generator::sent) - sum(generators, Generator::failed);
        long undelivered = Math.min(scheduled - received, unsent + queued(before, now, untilNanos));
        List<ProducerAccount> producers = producers(behind);
        return new Accounting(
                scheduled,
                sum(generators, Generator::sent),
                received,
                scheduled - received - undelivered,
                undelivered,
                sum(sinks, Sink::duplicated),
                sum(sinks, Sink::outOfOrder),
                sum(sinks, Sink::tooLate),
                sum(generators, Generator::failed) + sum(services, ServiceStage::failed) + connections.failed(),
                sum(sinks, Sink::foreign) + sum(services, ServiceStage::foreign),
                sum(sinks, sink -> sink.tally().inherited()),
                ledger(producers, undelivered),
                producers,
                now.lanes());
    }

    /**
     * The most that was still on its way. Where each lane keeps its order, that is what lies behind the newest arrival of
     * the lanes that flowed to the end; elsewhere nobody can tell which of the missing are, nor where all of them may be
     * delivered again.
     */
    private long queued(Progress before, Progress now, long untilNanos) {
        if (before == null) {
            return 0;
        }
        if (!lanesKeepOrder || hops.isEmpty()) {
            boolean mayCome = now.received() > before.received() || untilNanos - redeliveredNanos < 0;
            return mayCome ? Long.MAX_VALUE / 2 : 0;
        }
        long queued = 0;
        for (int i = 0; i < now.lanes().size(); i++) {
            Lane lane = now.lanes().get(i);
            if (lane.reached() > before.lanes().get(i).reached()) {
                queued += lane.waiting();
            }
        }
        return queued;
    }

    private List<ProducerAccount> producers(List<Generator.Behind> behind) {
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
                sum(generators, Generator::failedMeasured)
                        + sum(services, ServiceStage::failedMeasured)
                        + connections.failedMeasured());
    }

    static <A> long sum(List<? extends A> agents, ToLongFunction<A> count) {
        return agents.stream().mapToLong(count).sum();
    }
}
