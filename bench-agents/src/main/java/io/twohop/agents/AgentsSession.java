package io.twohop.agents;

import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.twohop.launch.Place;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** The agents that work for one call of the bench, from their claim to their release. */
public final class AgentsSession implements AutoCloseable {
    private static final Duration CLAIM_LIMIT = Duration.ofSeconds(5);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 500;
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(1);

    private final String build = AgentIdentity.build();
    private final String call = UUID.randomUUID().toString();
    private final Control control;
    private final String by;
    private final List<Member> members = new ArrayList<>();

    /** Finds the sender of a beat: each member sends one a second. */
    private final Map<String, Member> byId = new ConcurrentHashMap<>();

    private int attempts;

    /** Thrown when fewer agents are free than a call wants; later there may be more. */
    private static final class TooFewAgents extends AgentsException {
        private static final long serialVersionUID = 1L;

        TooFewAgents(String message) {
            super(message);
        }
    }

    private AgentsSession(Control control, String by) {
        this.control = control;
        this.by = by;
    }

    /**
     * Claims the wanted agents.
     *
     * @param by the caller, for people to read
     * @param patience how long to wait until enough agents are free
     * @throws AgentsException if there are too few agents, or their build is another
     */
    public static AgentsSession open(AgentsWanted wanted, ControlOptions options, String by, Duration patience)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return open(wanted, options, by);
            } catch (TooFewAgents e) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw e;
                }
                // Two calls that wait for each other's agents must not try again at the same time.
                Thread.sleep(ThreadLocalRandom.current().nextLong(PAUSE_MILLIS, 2 * PAUSE_MILLIS));
            }
        }
    }

    private static AgentsSession open(AgentsWanted wanted, ControlOptions options, String by)
            throws InterruptedException {
        AgentsSession session =
                new AgentsSession(Control.connect(options, Control.Side.BENCH, "twohop-bench " + by), by);
        try {
            session.control.makeStream();
            session.claim(wanted);
            return session;
        } catch (RuntimeException | InterruptedException e) {
            session.close();
            throw e;
        }
    }

    private void claim(AgentsWanted wanted) throws InterruptedException {
        Dispatcher dispatcher = control.connection().createDispatcher(this::hear);
        dispatcher.subscribe(Beat.subject(call));
        List<AgentInfo> free = new ArrayList<>(wanted.local() ? started(wanted) : AgentFinder.all(control));
        for (AgentRole role : AgentRole.values()) {
            claim(role, wanted, free);
        }
    }

    /** Waits for the agents that were started for this call. */
    private List<AgentInfo> started(AgentsWanted wanted) {
        int all = wanted.counts().values().stream().mapToInt(Integer::intValue).sum();
        long deadlineNanos = System.nanoTime() + START_LIMIT.toNanos();
        List<AgentInfo> found = AgentFinder.first(all, control);
        while (found.size() < all && System.nanoTime() - deadlineNanos < 0) {
            found = AgentFinder.first(all, control);
        }
        return found;
    }

    private void claim(AgentRole role, AgentsWanted wanted, List<AgentInfo> free) throws InterruptedException {
        List<String> others = new ArrayList<>();
        int missing = wanted.count(role);
        for (AgentInfo info : List.copyOf(free)) {
            if (missing == 0) {
                return;
            }
            Optional<String> unfit = unfit(info, role, wanted);
            if (unfit.isEmpty()) {
                unfit = control.refusal(Verb.CLAIM, info, Question.claim(call, by), CLAIM_LIMIT);
            }
            if (unfit.isEmpty()) {
                add(new Member(members.size() + 1, info, role));
                free.remove(info);
                missing--;
            } else {
                others.add(info.name() + ": " + unfit.get());
            }
        }
        if (missing > 0) {
            throw new TooFewAgents(
                    "--agents: " + wanted.count(role) + " with role " + role.key() + " (expected: at most "
                            + (wanted.count(role) - missing) + ", the agents that are free"
                            + (others.isEmpty() ? "" : "; not " + String.join("; not ", others))
                            + "); start more with: bench agent --nats ... --roles " + role.key()
                            + ", or have the call wait with --wait 5m");
        }
    }

    private Optional<String> unfit(AgentInfo info, AgentRole role, AgentsWanted wanted) {
        if (!info.roles().contains(role)) {
            return Optional.of("it has other roles");
        }
        if (!info.has(wanted.labels(role))) {
            return Optional.of("it has other labels");
        }
        return build.equals(info.build())
                ? Optional.empty()
                : Optional.of("its build is " + info.build() + ", this one is " + build);
    }

    private synchronized void add(Member member) {
        members.add(member);
        byId.put(member.info().id(), member);
    }

    /** Returns the agents of a role. */
    synchronized List<Member> members(AgentRole role) {
        return members.stream().filter(member -> member.role() == role).toList();
    }

    synchronized List<Member> members() {
        return List.copyOf(members);
    }

    /** Returns the next number for a fork of any run, from 1; it tells beats of one fork from another's. */
    synchronized int nextAttempt() {
        return ++attempts;
    }

    String call() {
        return call;
    }

    Control control() {
        return control;
    }

    private void hear(Message message) {
        Answer answer = Answer.refused("this call has no such agent");
        try {
            Beat beat = Control.read(message.getData(), Beat.class);
            Member member = byId.get(String.valueOf(beat.agent()));
            if (member != null) {
                member.hear(beat);
                answer = Answer.DONE;
            }
        } catch (IOException e) {
            answer = Answer.refused(e.toString());
        }
        control.answer(message.getReplyTo(), answer);
    }

    /**
     * Returns the place where runs of this call are measured.
     *
     * @param controlIsBroker whether the control server may be the broker under test as well
     */
    public Place place(boolean controlIsBroker) {
        return new AgentsPlace(this, controlIsBroker);
    }

    /** Returns a line for each agent, for people. */
    public List<String> lines() {
        return members().stream()
                .map(member -> member.title() + ", " + member.info().cores() + " cores, Java "
                        + member.info().java())
                .toList();
    }

    @Override
    public void close() {
        try {
            for (Member member : members()) {
                control.ask(Verb.RELEASE.subject(member.info().id()), Question.of(call), RELEASE_LIMIT);
            }
        } catch (InterruptedException e) {
            // The agents are free when their lease runs out.
            Thread.currentThread().interrupt();
        }
        control.close();
    }
}
