package io.twohop.agents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.nats.service.Service;
import io.nats.service.ServiceBuilder;
import io.nats.service.ServiceEndpoint;
import io.nats.service.ServiceMessage;
import io.twohop.config.Texts;
import io.twohop.machine.ThisProcess;
import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process on a machine that waits for calls of the bench and does its part of their runs, in child JVMs. It works for one call at a
 * time. Results that it cannot hand over stay in its directory.
 */
public final class Agent implements AutoCloseable {
    /** Version of the protocol between agents and coordinators. */
    private static final String PROTOCOL = "0.1.0";

    /** Name under which coordinators find agents. */
    static final String SERVICE = "twohop-agent";

    /**
     * The options of {@code bench agent}.
     *
     * @param name for people; {@code null} for the machine's name
     * @param roles that calls may give to the agent
     * @param labels by which calls may choose the agent
     * @param listen address by which others reach a server that the agent starts; {@code null} without that role
     * @param directory keeps results until they are handed over
     * @param allowance what calls may set
     */
    public record Settings(
            String name,
            Set<AgentRole> roles,
            Map<String, String> labels,
            String listen,
            Path directory,
            Allowance allowance) {}

    /** The call that the agent works for. */
    private static final class Duty {
        private final String call;
        private final String by;
        private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        private final Lease lease = new Lease();
        private volatile Optional<PartWork> work = Optional.empty();
        private JsonNode plan = MissingNode.getInstance();
        private boolean ending;

        Duty(String call, String by) {
            this.call = call;
            this.by = by;
        }

        boolean isAtWork() {
            return work.filter(part -> !part.hasEnded()).isPresent();
        }
    }

    private final AgentInfo info;
    private final String listen;
    private final AgentDirectory directory;
    private final Allowance allowance;
    private final Control control;
    private final PrintStream out;
    private final PartWork.Maker parts;
    private final ScheduledExecutorService beats =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "beats"));
    private final Service service;
    private final CountDownLatch served = new CountDownLatch(1);
    private volatile Optional<Duty> duty = Optional.empty();

    /** Connects to the control server; the agent waits for calls once this returns. */
    public Agent(Settings settings, ControlOptions options, PrintStream out) throws IOException, InterruptedException {
        this(settings, options, out, PartWork::of);
    }

    Agent(Settings settings, ControlOptions options, PrintStream out, PartWork.Maker parts)
            throws IOException, InterruptedException {
        this.out = out;
        this.parts = parts;
        listen = settings.listen();
        directory = new AgentDirectory(settings.directory());
        allowance = settings.allowance();
        info = new AgentInfo(
                UUID.randomUUID().toString(),
                settings.name() == null ? AgentIdentity.host() : settings.name(),
                AgentIdentity.build(),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                AgentIdentity.machine(),
                ThisProcess.clockSource(),
                WallClock.describe(WallClock.read()),
                settings.roles(),
                settings.labels());
        control = Control.connect(options, Control.Side.AGENT, SERVICE + " " + info.name());
        service = service();
        service.startService();
        control.listen(info.id(), this::hear);
        control.flush();
        beats.scheduleAtFixedRate(this::beat, 0, Lease.BEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Service service() {
        ServiceBuilder builder = Service.builder()
                .connection(control.connection())
                .name(SERVICE)
                .version(PROTOCOL)
                .metadata(info.toMetadata());
        for (Verb verb : Verb.values()) {
            builder.addServiceEndpoint(ServiceEndpoint.builder()
                    .endpointName(verb.key())
                    .endpointSubject(verb.subject(info.id()))
                    .handler(message -> answer(verb, message))
                    .build());
        }
        return builder.build();
    }

    /** Returns the description by which coordinators know the agent. */
    public AgentInfo info() {
        return info;
    }

    private void answer(Verb verb, ServiceMessage message) {
        Answer answer;
        try {
            answer = switch (verb) {
                case TIME -> Answer.time(System.nanoTime());
                case CLOCKS -> Answer.clocks(MachineClocks.read());
                default -> answer(verb, Control.read(message.getData(), Question.class));
            };
        } catch (IOException | RuntimeException e) {
            answer = Answer.refused(Texts.of(e));
        }
        control.answer(message.getReplyTo(), answer);
        if (verb == Verb.RELEASE && answer.refusal().isEmpty()) {
            served.countDown();
        }
    }

    private synchronized Answer answer(Verb verb, Question question) throws IOException {
        if (verb == Verb.LOOK) {
            return duty.map(Agent::busy).orElse(Answer.DONE);
        }
        if (verb == Verb.CLAIM) {
            return claim(question);
        }
        if (duty.isEmpty() || !duty.get().call.equals(question.call())) {
            return Answer.refused("it does not work for this call (any more)");
        }
        return answer(verb, question, duty.get());
    }

    private Answer answer(Verb verb, Question question, Duty current) throws IOException {
        current.lease.renew();
        switch (verb) {
            case BEGIN -> begin(question.plan(), current);
            case RELEASE -> release(current);
            default -> {
                if (current.work.isEmpty()) {
                    return Answer.refused("it has no part yet");
                }
                PartWork work = current.work.get();
                if (verb == Verb.TELL) {
                    work.tell(question.message());
                } else {
                    inBackground(work::abort);
                }
            }
        }
        return Answer.DONE;
    }

    private Answer claim(Question question) {
        if (!AgentInfo.isId(question.call())) {
            // It names a directory of this agent, which is deleted after the call.
            return Answer.refused("a call's name is a UUID");
        }
        if (duty.isEmpty()) {
            duty = Optional.of(new Duty(question.call(), AgentInfo.printable(question.by())));
            out.println("agent: works for " + duty.get().by);
        }
        Duty current = duty.get();
        return current.call.equals(question.call()) && !current.ending ? Answer.DONE : busy(current);
    }

    private static Answer busy(Duty duty) {
        return Answer.refused("busy for " + duty.by + " since " + duty.since);
    }

    private void begin(JsonNode plan, Duty current) throws IOException {
        if (current.plan.equals(plan)) {
            return;
        }
        PartPlan part = allowance.read(plan, info.roles());
        current.plan = plan;
        Path logs = directory.create(current.call, "fork-" + part.seat().attempt());
        PartWork work = parts.of(current.call, part, listen, logs, control, this::beatSoon);
        current.work = Optional.of(work);
        work.begin();
    }

    private void beatSoon() {
        if (!beats.isShutdown()) {
            beats.execute(this::beat);
        }
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "ending");
        thread.setDaemon(true);
        thread.start();
    }

    /** Deletes what was handed over. A call that took the agent for lost releases it at work, once it can be reached again. */
    private void release(Duty current) {
        if (current.isAtWork()) {
            stop(current, current.by + " does not wait for it any more");
            return;
        }
        OwnedDirectory.delete(directory.path().resolve(current.call));
        duty = Optional.empty();
    }

    /** Ends the part of a call that has lost interest; the agent is free again once the part has ended. */
    private void stop(Duty unwanted, String why) {
        if (unwanted.ending) {
            return;
        }
        unwanted.ending = true;
        out.println("agent: " + why + ": it stops; what was measured stays in "
                + directory.path().resolve(unwanted.call));
        unwanted.work.ifPresent(work -> inBackground(work::abandon));
    }

    /** Sends a sign of life, and ends the part of a coordinator that has been silent for too long. */
    private void beat() {
        try {
            duty.ifPresent(this::beat);
        } catch (RuntimeException e) {
            // The next beat follows in a second.
            e.printStackTrace(out);
        }
    }

    private void beat(Duty current) {
        Beat beat = current.work.map(work -> work.beat(info.id())).orElse(Beat.waiting(info.id(), 0));
        control.say(Beat.subject(current.call), beat, info.id() + "." + current.call);
        if (current.lease.isOver()) {
            lose(current);
        }
    }

    /** Takes a coordinator's answer to a sign of life, however late it comes, for one of the coordinator's. */
    private void hear(String call, Answer answer) {
        if (answer.refusal().isEmpty()) {
            duty.filter(current -> current.call.equals(call)).ifPresent(current -> current.lease.renew());
        }
    }

    private synchronized void lose(Duty lost) {
        if (duty.filter(current -> current == lost).isEmpty()) {
            return;
        }
        stop(lost, "heard nothing from " + lost.by + " for " + Lease.LENGTH.toSeconds() + " s");
        if (!lost.isAtWork()) {
            duty = Optional.empty();
            served.countDown();
        }
    }

    /** Waits until the agent has worked for one call, however the call ended. */
    public void awaitCall() throws InterruptedException {
        served.await();
        control.flush();
    }

    @Override
    public void close() {
        beats.shutdownNow();
        Optional<PartWork> work;
        synchronized (this) {
            work = duty.flatMap(current -> current.work);
        }
        work.ifPresent(PartWork::abandon);
        service.stop();
        control.close();
    }
}
