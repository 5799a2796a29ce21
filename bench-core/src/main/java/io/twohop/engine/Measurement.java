package io.twohop.engine;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.CodecProvider;
import io.twohop.engine.protocol.RunPart;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.trial.CodecTrial;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.Samples;
import io.twohop.event.ServiceProvider;
import io.twohop.event.WorkingService;
import io.twohop.event.field.IdForm;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.leftovers.CreationFiles;
import io.twohop.leftovers.CreationLog;
import io.twohop.measure.MessageOutcomes;
import io.twohop.pipeline.ConsumerGate;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.Part;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.Role;
import io.twohop.registry.ConfiguredTransport;
import io.twohop.registry.Events;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.result.CodecCost;
import io.twohop.result.EventSamples;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.Envelope;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import io.twohop.workload.AllowedCpus;
import io.twohop.workload.Deployment;
import io.twohop.workload.Fault;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Profile;
import io.twohop.workload.ReplyField;
import io.twohop.workload.Scenario;
import io.twohop.workload.Topology;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A measurement whose names are resolved, ready to run in this JVM.
 *
 * @param scenario what to send, how fast, for how long
 * @param context the part of the run that the transport may know
 */
public record Measurement(
        Scenario scenario, ConfiguredTransport<?> transport, RunContext context, Messages<?> messages, RunPlan plan) {
    /** Messages that Poisson arrivals may have beyond the rate. */
    private static final int SPARE = 100_000;

    /** A bound of the messages per second that a producer sends in a closed loop. */
    private static final double CLOSED_LOOP_PER_SECOND = 10_000_000;

    /** Standard deviations by which a producer may have more Poisson arrivals than on average. */
    private static final int DEVIATIONS = 8;

    private static final int MOST_INSTANCES = 1_000;

    private static final String BYTES = "bytes";

    /** Resolves a plan's names on this class path. */
    public static Measurement of(RunPlan plan) {
        return of(plan, Providers.service(plan.scenario().service().name()));
    }

    /** Resolves a plan's names on this class path, except for the service. */
    public static Measurement of(RunPlan plan, ServiceProvider service) {
        TransportFile file = plan.transport();
        Messages<?> messages = messages(plan, service);
        return new Measurement(plan.scenario(), file.configured(), context(plan, messages), messages, plan);
    }

    private static Messages<?> messages(RunPlan plan, ServiceProvider service) {
        MessageIds ids = messageIds(plan);
        EventType<?> event = Events.of(plan.scenario().payload(), ids, ids.numbers(mostSequences(plan)));
        return plan.scenario().payload().raw()
                ? bytes(plan, event, service)
                : events(plan, event, Providers.codec(plan.transport().common().codec()), service);
    }

    /** Returns the numbers of a run's messages; each process that sends has its own. */
    public static MessageIds messageIds(RunPlan plan) {
        return new MessageIds(
                plan.runId(),
                plan.part().share().load(),
                plan.loads(),
                plan.scenario().topology().producers());
    }

    private static int producers(RunPlan plan) {
        return plan.loads() * plan.scenario().topology().producers();
    }

    @SuppressWarnings("unchecked")
    private static Messages<?> bytes(RunPlan plan, EventType<?> event, ServiceProvider service) {
        return new Messages<>(mark(plan), (EventType<ByteBuffer>) event, BytesCodec::new, services(plan, service));
    }

    private static <T> Messages<T> events(
            RunPlan plan, EventType<T> type, CodecProvider codec, ServiceProvider service) {
        return new Messages<>(mark(plan), type, () -> codec.codec(type.eventClass()), services(plan, service));
    }

    private static int mark(RunPlan plan) {
        return plan.runId().hashCode();
    }

    /** Returns the services. A service is paired with its event type by name only; a mismatch shows at its first event. */
    @SuppressWarnings("unchecked")
    private static <T> Supplier<Microservice<T, T>> services(RunPlan plan, ServiceProvider service) {
        if (!(service instanceof WorkingService working)) {
            return () -> (Microservice<T, T>) service.service();
        }
        // Each process has as many instances as a hop has consumers.
        int first = plan.part().share().service() * MOST_INSTANCES;
        AtomicInteger made = new AtomicInteger(first);
        return () -> (Microservice<T, T>) working.service(plan.scenario().service(), made.getAndIncrement());
    }

    private static long messageCount(RunPlan plan) {
        Load load = plan.scenario().load();
        if (load.arrivals().isReplay()) {
            return load.arrivals().file().contents().due();
        }
        if (load.pace() instanceof Pace.Changing changing) {
            Profile profile = changing.profile();
            return (long) Math.ceil(profile.messagesUntil(load.duration().toNanos())
                    - profile.messagesUntil(-load.warmup().toNanos()));
        }
        double seconds = plan.sendingSeconds(load.warmup()) + plan.sendingSeconds(load.duration());
        return load.closedLoop() ? Long.MAX_VALUE : (long) Math.ceil(seconds * load.perSecond());
    }

    /** Returns a bound of the messages of the producer that sends most. */
    private static long mostSequences(RunPlan plan) {
        Load load = plan.scenario().load();
        if (load.pace() instanceof Pace.Closed loop) {
            double unmeasured = plan.sendingSeconds(load.warmup()) * CLOSED_LOOP_PER_SECOND;
            double measured = plan.sendingSeconds(load.duration()) * CLOSED_LOOP_PER_SECOND;
            return (long) (unmeasured + Math.min(measured, loop.mostMessages()));
        }
        long messages = messageCount(plan);
        if (load.arrivals().isReplay()) {
            // One producer may have all rows of the file.
            return messages;
        }
        double mean = (double) messages / producers(plan);
        return (long) (mean + DEVIATIONS * Math.sqrt(mean)) + 1;
    }

    private static RunContext context(RunPlan plan, Messages<?> messages) {
        Scenario scenario = plan.scenario();
        Topology topology = scenario.topology();
        TransportFile file = plan.transport();
        return new RunContext(
                plan.runId(),
                Sandbox.of(scenario.faults()).data(plan.dataDirectory()),
                plan.serverLogs(),
                new RunContext.Traffic(
                        scenario.load().highestPerSecond(),
                        messageCount(plan),
                        messages.maxMessageBytes(),
                        messages.typicalMessageBytes(),
                        Envelope.of(scenario.payload())),
                new RunContext.Channels(
                        topology.hops(),
                        producers(plan),
                        topology.topics(),
                        topology.subscribers(),
                        parts(plan.part()),
                        existingReplies(scenario.service().deployment())),
                plan.recorder(),
                new Notices(),
                plan.joins(),
                file.server().orElse(null),
                new CreationLog(
                        CreationFiles.ofUser(),
                        plan.runId(),
                        file.common().transport(),
                        file.whole().sourceName()));
    }

    private static int existingReplies(Deployment deployment) {
        return deployment.isDeployed() ? deployment.expected().most() : 0;
    }

    private static RunContext.Parts parts(RunPart part) {
        return new RunContext.Parts(
                part.share().loads(), Math.max(1, part.share().services()));
    }

    /** Returns the numbers of the run's messages. */
    public MessageIds ids() {
        return messageIds(plan);
    }

    /** Returns a bound of the messages of the producer that sends most. */
    long mostSequences() {
        return mostSequences(plan);
    }

    /** Returns the form of a message's number in a field of the event; empty if the event does not write it there. */
    public Optional<IdForm> form(ReplyField field) {
        return messages.type() instanceof PatchedSamples samples ? samples.form(field.inRequest()) : Optional.empty();
    }

    /** Returns the messages of files that are sent, unchanged or with fields that vary; empty for other messages. */
    public Optional<Samples> files() {
        EventType<?> type = messages.type() instanceof PatchedSamples patched ? patched.samples() : messages.type();
        return type instanceof Samples files ? Optional.of(files) : Optional.empty();
    }

    /** Returns whether the server was started for several runs, and not by a part of this one. */
    boolean sharesServer() {
        return plan.transport().server().isPresent()
                && !context.joins()
                && !plan.part().hasPeers();
    }

    PipelineSpec<?> pipelineSpec(MessageOutcomes outcomes, ConsumerGate gate, Role role, RemoteService service) {
        int processors = AllowedCpus.cores(
                Runtime.getRuntime().availableProcessors(), scenario.placement().affinity(), Path.of("/"));
        RunPart part = plan.part();
        // Processes of one machine share its cores.
        int processes = part.role() == Role.WHOLE && role != Role.WHOLE ? 2 : part.processes();
        int cores = Math.max(1, processors / processes);
        return new PipelineSpec<>(
                context.runId(),
                scenario,
                cores,
                LayoutTried.NOT_TRIED,
                messages,
                outcomes,
                gate,
                context.notices(),
                new Part(role, part.share(), service),
                plan.sendingTime());
    }

    /** Returns the samples of a workload that sends files; {@code null} for other workloads. */
    public EventSamples samples() {
        return files().map(files -> new EventSamples(
                        files.count(), files.leastBytes(), files.meanBytes(), files.maxBytes(), files.digest()))
                .orElse(null);
    }

    CodecCost codecCost() {
        String name =
                scenario.payload().raw() ? BYTES : plan.transport().common().codec();
        return CodecTrial.of(name, scenario.topology().hops(), messages);
    }

    /** Returns a store for the outcome of each message, which only faults need. */
    MessageOutcomes newOutcomes() {
        return scenario.faults().isEmpty()
                ? MessageOutcomes.NONE
                : new MessageOutcomes(
                        (int) (context.traffic().messages() + SPARE),
                        scenario.faults().stream().anyMatch(Fault::stopsConsumers));
    }
}
