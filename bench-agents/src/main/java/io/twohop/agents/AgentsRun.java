package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.agents.Beat.Phase;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPart;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.fault.Injection;
import io.twohop.launch.Attempt;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.Share;
import io.twohop.result.Fork;
import io.twohop.workload.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A fork measured in parts by agents. The first load creates the channels, the others join, and all begin at one time. When every load
 * has measured, services and loads end and hand over their results.
 */
final class AgentsRun implements Attempt {
    private static final Duration ASK_LIMIT = Duration.ofSeconds(5);
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(120);

    /** Time for a load to end its second, to stop its threads and to report, on a busy machine. */
    private static final Duration EARLY_END_LIMIT = Duration.ofSeconds(30);

    /** Time to explain recordings and to hand results over. */
    private static final Duration HAND_OVER_LIMIT = Duration.ofSeconds(120);

    /** Time from the last agent being ready to the start. */
    private static final long AHEAD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How many times an agent's quickest round trip the one may take that announces the start. */
    private static final long SLOW = 10;

    private static final long LOOK_MILLIS = 20;

    private final AgentsSession session;
    private final Control control;
    private final int attempt;
    private final int number;
    private final RunPlan plan;
    private final boolean controlIsBroker;
    private final RunListener progress;
    private final List<Member> loads;
    private final List<Member> services;
    private final List<Member> servers;
    private final Map<String, Long> together;
    private final Set<Member> begun = new HashSet<>();
    private volatile boolean aborted;
    private List<Injection> heard = List.of();
    private double reportedSeconds = Double.NEGATIVE_INFINITY;
    private Optional<String> failure = Optional.empty();
    private ServiceTimes times;

    /** @param controlIsBroker whether the control server may be the broker under test as well */
    AgentsRun(AgentsSession session, int number, RunPlan plan, boolean controlIsBroker, RunListener progress) {
        this.session = session;
        this.control = session.control();
        this.attempt = session.nextAttempt();
        this.number = number;
        this.plan = plan;
        this.controlIsBroker = controlIsBroker;
        this.progress = progress;
        this.loads = session.members(AgentRole.LOAD);
        this.services = session.members(AgentRole.SERVICE);
        this.servers = session.members(AgentRole.SERVER);
        this.together = session.members().stream()
                .collect(Collectors.groupingBy(member -> member.info().machine(), Collectors.counting()));
    }

    /** Thrown when a fork has to be broken off. */
    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken(String message) {
            super(message);
        }
    }

    @Override
    public Fork run() throws IOException, InterruptedException {
        Merge merge = new Merge(number, plan.scenario(), loads.size());
        try {
            try {
                connect();
                start(merge);
                measure();
                readClocksAgain();
            } catch (Broken e) {
                fail(e.getMessage());
                abortAll();
            }
            finish(services);
            finish(loads);
            finish(servers);
            for (Member member : session.members()) {
                collect(member, merge);
            }
        } catch (AgentsException e) {
            fail(e.getMessage());
            abortAll();
        }
        return merge.toFork(aborted ? Optional.of("interrupted") : failure);
    }

    /** Keeps the first failure, which the others follow from. */
    private void fail(String why) {
        failure = Optional.of(failure.orElse(why));
    }

    private void connect() throws InterruptedException, Broken {
        String address = null;
        for (Member server : servers) {
            begin(server, false, null);
            awaitConnected(servers);
            address = server.of(attempt).address();
        }
        Member first = loads.get(0);
        begin(first, false, address);
        awaitConnected(List.of(first));
        if (address == null) {
            // The first load started a server itself, or the run has none.
            address = first.of(attempt).address();
        }
        List<Member> others = new ArrayList<>(loads.subList(1, loads.size()));
        others.addAll(services);
        for (Member member : others) {
            begin(member, true, address);
        }
        awaitConnected(others);
    }

    private void awaitConnected(List<Member> members) throws InterruptedException, Broken {
        await(members, beat -> beat.phase() == Phase.CONNECTED, CONNECT_LIMIT, "connect");
    }

    private void begin(Member member, boolean joins, String address) throws InterruptedException, Broken {
        PartPlan part = new PartPlan(
                plan.runId(),
                new PartPlan.Seat(attempt, number, member.number(), member.role()),
                plan.scenario(),
                plan.transport(),
                part(member),
                joins,
                address,
                plan.recorder().file().isPresent(),
                controlIsBroker);
        Question question = Question.begin(session.call(), part);
        int bytes = Protocol.bytes(question).length;
        long most = control.connection().getMaxPayload();
        if (bytes > most) {
            throw new Broken("the part of " + member.title() + " has " + bytes + " bytes (expected: at most " + most
                    + ", the control server's max_payload)");
        }
        begun.add(member);
        ask(member, Verb.BEGIN, question);
    }

    private RunPart part(Member member) {
        int together = this.together.get(member.info().machine()).intValue();
        return switch (member.role()) {
            case LOAD ->
                new RunPart(
                        Role.ENDS,
                        new Share(
                                loads.indexOf(member),
                                loads.size(),
                                0,
                                AgentsPlace.services(plan.scenario(), services)),
                        together);
            case SERVICE ->
                new RunPart(
                        Role.SERVICE, new Share(0, loads.size(), services.indexOf(member), services.size()), together);
            case SERVER -> RunPart.WHOLE;
        };
    }

    /** Reads the clocks after the run. If that fails, the results remain, without toService and with the reason. */
    private void readClocksAgain() throws InterruptedException {
        try {
            times.after(ServiceTimes.read(control, measuring()));
        } catch (AgentsException e) {
            times.after(Map.of());
        }
    }

    /** Returns the agents whose clocks stamp messages. */
    private List<Member> measuring() {
        List<Member> members = new ArrayList<>(loads);
        members.addAll(services);
        return members;
    }

    private void start(Merge merge) throws InterruptedException, Broken {
        times = new ServiceTimes(services, ServiceTimes.read(control, measuring()));
        Clocks clocks = new Clocks(control);
        List<Clocks.Offset> offsets = new ArrayList<>();
        for (Member member : session.members()) {
            offsets.add(clocks.of(member));
        }
        long slowest = offsets.stream()
                .mapToLong(offset -> 2 * offset.withinNanos())
                .max()
                .orElse(0);
        long startNanos = System.nanoTime() + AHEAD_NANOS + SLOW * slowest;
        Map<Member, Question> starts = new LinkedHashMap<>();
        for (int i = 0; i < offsets.size(); i++) {
            Member member = session.members().get(i);
            ServiceClocks theirs = member.role() == AgentRole.LOAD ? times.of(member) : ServiceClocks.UNKNOWN;
            ParentMessage start =
                    new ParentMessage.Start(startNanos + offsets.get(i).nanos(), theirs);
            starts.put(member, Question.tell(session.call(), start));
        }
        // Announce to every agent before waiting for answers: otherwise the last of many hears of the start too late.
        starts.forEach((member, start) -> {
            String id = member.info().id();
            control.say(Verb.TELL.subject(id), start, id + ".start");
        });
        for (Map.Entry<Member, Question> start : starts.entrySet()) {
            ask(start.getKey(), Verb.TELL, start.getValue());
        }
        merge.started(Clocks.spreadNanos(offsets), times);
    }

    private void measure() throws InterruptedException, Broken {
        Load load = plan.scenario().load();
        Duration limit = load.warmup().plus(load.duration()).plus(load.drain()).plus(CONNECT_LIMIT);
        try {
            await(loads, AgentsRun::hasMeasured, limit, "measure");
        } catch (Broken e) {
            if (aborted) {
                throw e;
            }
            fail(e.getMessage());
            endEarly(e.getMessage(), load.drain().plus(EARLY_END_LIMIT));
        }
    }

    private static boolean hasMeasured(Beat beat) {
        return beat.phase() == Phase.MEASURED || beat.phase().isOver();
    }

    /** Lets loads report what they have measured: the account of one that is aborted is lost. */
    private void endEarly(String why, Duration limit) throws InterruptedException {
        for (Member load : loads) {
            if (load.of(attempt).phase() == Phase.WORKING && !load.isLost()) {
                control.ask(
                        Verb.TELL.subject(load.info().id()),
                        Question.tell(session.call(), new ParentMessage.Broken(why)),
                        ASK_LIMIT);
            }
        }
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!aborted
                && System.nanoTime() - deadlineNanos < 0
                && !loads.stream().allMatch(load -> load.isLost() || hasMeasured(load.of(attempt)))) {
            Thread.sleep(LOOK_MILLIS);
        }
        for (Member load : loads) {
            if (!load.isLost() && !hasMeasured(load.of(attempt))) {
                abort(load);
            }
        }
    }

    private void tell(Member member, ParentMessage message) throws InterruptedException, Broken {
        ask(member, Verb.TELL, Question.tell(session.call(), message));
    }

    private void ask(Member member, Verb verb, Question question) throws InterruptedException, Broken {
        Answer answer = control.ask(verb.subject(member.info().id()), question, ASK_LIMIT)
                .orElseThrow(() -> new Broken(lost(member)));
        if (answer.refusal().isPresent()) {
            throw new Broken(member.title() + " refuses " + verb.key() + ": "
                    + answer.refusal().get());
        }
        member.renew();
    }

    private static String lost(Member member) {
        return member.title() + " was lost: no sign of life for " + Lease.LENGTH.toSeconds() + " s";
    }

    private void await(List<Member> members, Predicate<Beat> done, Duration limit, String what)
            throws InterruptedException, Broken {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (!members.stream().allMatch(member -> done.test(member.of(attempt)))) {
            if (aborted) {
                throw new Broken("interrupted");
            }
            for (Member member : session.members()) {
                Beat beat = member.of(attempt);
                if (member.isLost()) {
                    throw new Broken(lost(member));
                }
                if (beat.detail() != null) {
                    throw new Broken(member.title() + ": " + AgentInfo.printable(beat.detail()));
                }
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new Broken("agents did not " + what + " within " + limit.toSeconds() + " s");
            }
            report();
            passFaultsOn();
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Tells loads when faults were done to other agents. */
    private void passFaultsOn() throws InterruptedException, Broken {
        int wanted = plan.scenario().faults().size();
        List<Injection> done = session.members().stream()
                .flatMap(member -> member.of(attempt).faults().stream())
                .sorted(Comparator.comparingLong(Injection::beganNanos))
                .limit(wanted)
                .toList();
        if (done.equals(heard)) {
            return;
        }
        heard = done;
        for (Member load : loads) {
            if (load.of(attempt).phase() == Phase.WORKING) {
                tell(load, new ParentMessage.FaultsDone(done));
            }
        }
    }

    /** Reports a second once every load has sent its figures. */
    private void report() {
        double seconds = loads.stream()
                .map(load -> load.of(attempt))
                .mapToDouble(beat -> beat.phase() == Phase.WORKING ? beat.atSeconds() : Double.NEGATIVE_INFINITY)
                .min()
                .orElse(Double.NEGATIVE_INFINITY);
        if (seconds <= reportedSeconds) {
            return;
        }
        reportedSeconds = seconds;
        long endNanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        long sent = loads.stream().mapToLong(load -> load.of(attempt).sent()).sum();
        long completed =
                loads.stream().mapToLong(load -> load.of(attempt).completed()).sum();
        progress.onInterval(new Interval(
                endNanos <= 0 ? Interval.Phase.WARMUP : Interval.Phase.MEASURE,
                endNanos - TimeUnit.SECONDS.toNanos(1),
                endNanos,
                TimeUnit.SECONDS.toNanos(1),
                0,
                sent,
                completed,
                0,
                0,
                0,
                Map.of()));
    }

    private void abortAll() throws InterruptedException {
        for (Member member : session.members()) {
            if (!member.isLost()) {
                abort(member);
            }
        }
    }

    private void abort(Member member) throws InterruptedException {
        control.ask(Verb.ABORT.subject(member.info().id()), Question.of(session.call()), ASK_LIMIT);
    }

    /** Ends the agents that have begun; the others report no end. Names one that does not end and leaves it behind. */
    private void finish(List<Member> all) throws InterruptedException {
        List<Member> members = all.stream().filter(begun::contains).toList();
        try {
            for (Member member : members) {
                if (!member.isLost() && !hasEnded(member)) {
                    tell(member, new ParentMessage.End());
                }
            }
            long deadlineNanos = System.nanoTime() + HAND_OVER_LIMIT.toNanos();
            for (Member member : members) {
                while (!hasEnded(member) && !member.isLost() && System.nanoTime() - deadlineNanos < 0) {
                    Thread.sleep(LOOK_MILLIS);
                }
                if (!hasEnded(member)) {
                    throw new Broken(member.isLost() ? lost(member) : member.title() + " did not end");
                }
            }
        } catch (Broken e) {
            fail(e.getMessage());
        }
    }

    private boolean hasEnded(Member member) {
        return member.of(attempt).phase().isOver();
    }

    /** Takes the files of an agent, next to the result's own. */
    private void collect(Member member, Merge merge) throws InterruptedException {
        PartFiles files = new PartFiles(control, session.call(), attempt, member.number());
        try {
            Path report = plan.logDirectory().resolve(files.title(PartReport.FILE));
            if (files.take(plan.logDirectory()).contains(report)) {
                PartReport its = Optional.ofNullable(Protocol.JSON.readValue(report.toFile(), PartReport.class))
                        .orElseThrow(() -> new IOException("a report without content"));
                merge.add(member, its.printable());
                Files.delete(report);
            }
        } catch (IOException e) {
            fail(member.title() + ": " + AgentInfo.printable(e.getMessage()));
        } catch (RuntimeException e) {
            fail(member.title() + ": its report cannot be used: " + AgentInfo.printable(e.toString()));
        }
    }

    @Override
    public void abort() {
        aborted = true;
    }
}
