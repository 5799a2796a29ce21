package io.twohop.agents;

import io.nats.client.JetStreamApiException;
import io.nats.service.Service;
import io.nats.service.ServiceBuilder;
import io.nats.service.ServiceEndpoint;
import io.nats.service.ServiceMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Waits on a machine for calls of the bench, and does its part of their runs in JVMs of their own. It works for one call at a time. What
 * it cannot hand over stays in its directory.
 */
public final class Agent implements AutoCloseable {
    /** Of what agents and coordinators say to each other. */
    private static final String PROTOCOL = "0.1.0";

    /** The name that agents are found by. */
    static final String SERVICE = "twohop-agent";

    /**
     * What its user gives it.
     *
     * @param name for people; null for the machine's
     * @param roles that it may be given
     * @param labels to be chosen by
     * @param listen the address that others reach a server by which it starts; null without that role
     * @param directory where what it measures is kept until it is handed over
     */
    public record Settings(
            String name, Set<AgentRole> roles, Map<String, String> labels, String listen, Path directory) {}

    /** A call that it is claimed for. */
    private static final class Duty {
        private final String call;
        private final String by;
        private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        private final Lease lease = new Lease();
        private PartWork work;
        private String plan;
        private boolean ending;

        Duty(String call, String by) {
            this.call = call;
            this.by = by;
        }
    }

    private final AgentInfo info;
    private final String listen;
    private final Path directory;
    private final Control control;
    private final PrintStream out;
    private final ScheduledExecutorService beats =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "beats"));
    private final Service service;
    private final CountDownLatch served = new CountDownLatch(1);
    private Duty duty;

    /** Waits for calls once this returns. */
    public Agent(Settings settings, ControlOptions options, PrintStream out) throws IOException, InterruptedException {
        this.out = out;
        listen = settings.listen();
        directory = Files.createDirectories(settings.directory());
        info = new AgentInfo(
                UUID.randomUUID().toString(),
                settings.name() == null ? AgentIdentity.host() : settings.name(),
                AgentIdentity.build(),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                AgentIdentity.machine(),
                AgentIdentity.clockSource(),
                WallClock.describe(WallClock.read()),
                settings.roles(),
                settings.labels());
        control = Control.connect(options, SERVICE + " " + info.name());
        service = service();
        service.startService();
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

    /** Who it is. */
    public AgentInfo info() {
        return info;
    }

    private void answer(Verb verb, ServiceMessage message) {
        Answer answer;
        try {
            answer = switch (verb) {
                case TIME -> Answer.time(System.nanoTime());
                case CLOCKS -> Answer.clocks(MachineClocks.read());
                default -> answer(verb, Protocol.JSON.readValue(message.getData(), Question.class));
            };
        } catch (IOException | RuntimeException e) {
            answer = Answer.refused(e.getMessage() == null ? e.toString() : e.getMessage());
        }
        message.respond(control.connection(), Protocol.line(answer).getBytes(StandardCharsets.UTF_8));
        if (verb == Verb.RELEASE && answer.refused() == null) {
            served.countDown();
        }
    }

    private synchronized Answer answer(Verb verb, Question question) throws IOException {
        if (verb == Verb.LOOK) {
            return duty == null ? Answer.DONE : Answer.refused(business());
        }
        if (verb == Verb.CLAIM) {
            return claim(question);
        }
        if (duty == null || !duty.call.equals(question.call())) {
            return Answer.refused("it does not work for this call (any more)");
        }
        duty.lease.renew();
        switch (verb) {
            case BEGIN -> begin(question.plan());
            case RELEASE -> release();
            default -> {
                return duty.work == null ? Answer.refused("it has no part yet") : tell(verb, question);
            }
        }
        return Answer.DONE;
    }

    private Answer tell(Verb verb, Question question) throws IOException {
        switch (verb) {
            case START -> duty.work.start(question.start());
            case FAULTS -> duty.work.hear(question.faults());
            case FINISH -> duty.work.finish();
            default -> inBackground(duty.work::abort);
        }
        return Answer.DONE;
    }

    private Answer claim(Question question) {
        if (duty == null) {
            duty = new Duty(question.call(), question.by());
            out.println("agent: works for " + question.by());
        }
        return duty.call.equals(question.call()) && !duty.ending ? Answer.DONE : Answer.refused(business());
    }

    private String business() {
        return "busy for " + duty.by + " since " + duty.since;
    }

    private void begin(String plan) throws IOException {
        if (plan.equals(duty.plan)) {
            return;
        }
        duty.plan = plan;
        PartPlan part = plan(plan);
        Path logs = Files.createDirectories(
                directory.resolve(duty.call).resolve("fork-" + part.seat().attempt()));
        duty.work = PartWork.of(duty.call, part, listen, logs, control, this::beatSoon);
        duty.work.begin();
    }

    private void beatSoon() {
        if (!beats.isShutdown()) {
            beats.execute(this::beat);
        }
    }

    private PartPlan plan(String key) throws IOException {
        try {
            return Protocol.JSON.readValue(control.plans().get(key).getValue(), PartPlan.class);
        } catch (JetStreamApiException e) {
            throw new IOException("its part cannot be read: " + e.getMessage(), e);
        }
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "ending");
        thread.setDaemon(true);
        thread.start();
    }

    /** What was handed over need not stay. A call that took it for lost releases it at work, once it can be reached again. */
    private void release() {
        if (duty.work != null && !duty.work.hasEnded()) {
            stop(duty, duty.by + " does not wait for it any more");
            return;
        }
        OwnedDirectory.delete(directory.resolve(duty.call));
        duty = null;
    }

    /** Ends what is at work for nobody; it is free again once that has ended. */
    private void stop(Duty unwanted, String why) {
        if (unwanted.ending) {
            return;
        }
        unwanted.ending = true;
        out.println("agent: " + why + ": it stops; what was measured stays in " + directory.resolve(unwanted.call));
        if (unwanted.work != null) {
            inBackground(unwanted.work::abandon);
        }
    }

    /** Where nothing is heard of the coordinator for too long, what runs for it ends. */
    private void beat() {
        try {
            beatOnce();
        } catch (RuntimeException e) {
            // The next one is a second away.
            e.printStackTrace(out);
        }
    }

    private void beatOnce() {
        Duty current;
        Beat beat;
        synchronized (this) {
            current = duty;
            if (current == null) {
                return;
            }
            beat = current.work == null ? Beat.waiting(info.id(), 0) : current.work.beat(info.id());
        }
        try {
            Answer answer = control.ask(Beat.subject(current.call), beat, Answer.class, Lease.BEAT.dividedBy(2));
            if (answer != null && answer.refused() == null) {
                current.lease.renew();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (current.lease.isOver()) {
            lose(current);
        }
    }

    private synchronized void lose(Duty lost) {
        if (duty != lost) {
            return;
        }
        stop(lost, "heard nothing from " + lost.by + " for " + Lease.LENGTH.toSeconds() + " s");
        if (lost.work == null || lost.work.hasEnded()) {
            duty = null;
            served.countDown();
        }
    }

    /** Returns when it has worked for a call, however that ended. */
    public void awaitCall() throws InterruptedException {
        served.await();
        control.flush();
    }

    @Override
    public void close() {
        beats.shutdownNow();
        PartWork work;
        synchronized (this) {
            work = duty == null ? null : duty.work;
        }
        if (work != null) {
            work.abandon();
        }
        service.stop();
        control.close();
    }
}
