package io.twohop.engine;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.CodecProvider;
import io.twohop.engine.protocol.RunPart;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.trial.CodecTrial;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.RandomBytes;
import io.twohop.event.ServiceProvider;
import io.twohop.leftovers.CreationFiles;
import io.twohop.leftovers.CreationLog;
import io.twohop.measure.MessageOutcomes;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.Share;
import io.twohop.registry.AllowedCpus;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.result.CodecCost;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A measurement with every name resolved to what it names: ready to run in this JVM.
 *
 * @param workload what to send, how fast, for how long; with one cell
 * @param provider the transport's provider
 * @param config the transport's configuration
 * @param context what the transport may know of the run
 * @param messages what travels
 * @param plan what it was resolved from
 */
public record Measurement(
        Workload workload,
        TransportProvider provider,
        Record config,
        RunContext context,
        Messages<?> messages,
        RunPlan plan) {
    /** Poisson arrivals are a few more or less than the rate says. */
    private static final int SPARE = 100_000;

    private static final String RANDOM_BYTES = "bytes";

    /** Resolves a plan's names on this class path. */
    public static Measurement of(RunPlan plan) {
        return of(plan, Providers.service(plan.workload().service().name()));
    }

    /** The same with a service that was not found by a name. */
    public static Measurement of(RunPlan plan, ServiceProvider service) {
        TransportFile file = plan.transport();
        Messages<?> messages = messages(plan, service);
        return new Measurement(
                plan.workload(), file.provider(), file.config(), context(plan, messages), messages, plan);
    }

    private static Messages<?> messages(RunPlan plan, ServiceProvider service) {
        int mark = plan.runId().hashCode();
        int payloadBytes = cell(plan.workload()).payloadBytes();
        if (payloadBytes > 0) {
            Supplier<Microservice<ByteBuffer, ByteBuffer>> services = () -> cast(service);
            return new Messages<>(mark, new RandomBytes(payloadBytes), BytesCodec::new, services);
        }
        CodecProvider codec = Providers.codec(plan.transport().common().codec());
        return eventMessages(mark, Providers.event(plan.workload().event()), codec, service);
    }

    private static <T> Messages<T> eventMessages(
            int mark, EventType<T> type, CodecProvider codec, ServiceProvider service) {
        return new Messages<>(mark, type, () -> codec.codec(type.eventClass()), () -> cast(service));
    }

    /** A service is paired with its event type by name only; a mismatch shows at its first event. */
    @SuppressWarnings("unchecked")
    private static <T> Microservice<T, T> cast(ServiceProvider service) {
        return (Microservice<T, T>) service.service();
    }

    private static Cell cell(Workload workload) {
        return workload.cells().get(0);
    }

    private static long messageCount(Workload workload, double ratePerSecond) {
        double seconds = (workload.warmup().toMillis() + workload.duration().toMillis()) / 1e3;
        return ratePerSecond == 0 ? Long.MAX_VALUE : (long) Math.ceil(seconds * ratePerSecond);
    }

    private static RunContext context(RunPlan plan, Messages<?> messages) {
        Workload workload = plan.workload();
        TransportFile file = plan.transport();
        Cell cell = cell(workload);
        return new RunContext(
                plan.runId(),
                Sandbox.of(workload).data(plan.dataDirectory()),
                plan.logDirectory(),
                cell.ratePerSecond(),
                messageCount(workload, cell.ratePerSecond()),
                messages.maxMessageBytes(),
                messages.typicalMessageBytes(),
                workload.hops(),
                cell.producers() * plan.loads(),
                cell.topics(),
                new JvmRecorder(workload.jfr(), plan.recording(), plan.dataDirectory()),
                new Notices(),
                plan.joins(),
                file.server(),
                new CreationLog(
                        CreationFiles.ofUser(),
                        plan.runId(),
                        file.common().transport(),
                        file.whole().sourceName()),
                parts(plan.part()));
    }

    private static RunContext.Parts parts(RunPart part) {
        return part == null
                ? RunContext.Parts.NONE
                : new RunContext.Parts(
                        part.share().loads(), Math.max(1, part.share().services()));
    }

    /** Whether its server was started for several runs, and not by a part of this one. */
    boolean sharesServer() {
        return context.server() != null && !context.joins() && (plan == null || plan.part() == null);
    }

    /** What the pipeline is built from. */
    PipelineSpec<?> pipelineSpec(MessageOutcomes outcomes, Role role, RemoteService service) {
        int processors =
                AllowedCpus.cores(Runtime.getRuntime().availableProcessors(), workload.affinity(), Path.of("/"));
        RunPart part = plan == null ? null : plan.part();
        // Processes of one machine share them.
        int processes = part != null ? part.processes() : role == Role.WHOLE ? 1 : 2;
        int cores = Math.max(1, processors / processes);
        return new PipelineSpec<>(
                context.runId(),
                workload,
                cell(workload),
                cores,
                OptionalDouble.empty(),
                messages,
                outcomes,
                context.notices(),
                role,
                service,
                part == null ? Share.WHOLE : part.share());
    }

    /** Measures what the codec takes by itself. */
    CodecCost codecCost() {
        String name = cell(workload).payloadBytes() > 0 || plan == null
                ? RANDOM_BYTES
                : plan.transport().common().codec();
        return CodecTrial.of(name, workload.hops(), messages);
    }

    /** For what becomes of each message, where faults make that worth knowing. */
    MessageOutcomes newOutcomes() {
        return workload.faults().isEmpty()
                ? MessageOutcomes.NONE
                : new MessageOutcomes((int) (context.messages() + SPARE));
    }
}
