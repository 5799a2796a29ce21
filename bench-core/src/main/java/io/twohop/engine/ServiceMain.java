package io.twohop.engine;

import io.twohop.account.Acknowledged;
import io.twohop.engine.protocol.ErrorOutput;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.protocol.ServiceMessage;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.Notices;
import io.twohop.transport.Transport;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The main class of a service's own JVM. It opens the transport of a run that another process has begun, serves until it is
 * asked to end, and dies when its standard input ends, which it does when that process dies.
 */
public final class ServiceMain {
    private static final long REPORT_MILLIS = 100;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    /** Until it is known when messages are measured. */
    private static final Window NEVER = new Window(0, 0, 0);

    private final PrintStream out;
    private final Measurement measurement;
    private final MessageOutcomes outcomes = new MessageOutcomes(1);
    private final Pipeline pipeline;
    private final Transport transport;
    private ServiceCounts reported = ServiceCounts.NONE;
    private volatile Acknowledged acknowledged = Acknowledged.NONE;
    private int reportedFailures;
    private int reportedUnanswered;
    private int reportedNotices;

    private ServiceMain(RunPlan plan, Role role, CompletableFuture<Window> measured, PrintStream out) throws Exception {
        this.out = out;
        measurement = Measurement.of(plan);
        transport = measurement.transport().open(measurement.context());
        // Its latencies are measured at the sink, by what the messages say.
        Window window = new Window(0, 0, Long.MAX_VALUE);
        pipeline = new Pipeline(
                measurement.pipelineSpec(outcomes, role, null), transport, SystemNanoClock.INSTANCE, () -> window);
        pipeline.meterWork(NEVER);
        measured.thenAccept(pipeline::meterWork);
        pipeline.start();
    }

    /**
     * Reads the plan, serves, and ends on request.
     *
     * @param arguments the role
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream parent = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        ErrorOutput.install();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int status = 0;
        try {
            RunPlan plan = Protocol.JSON.readValue(commands.readLine(), RunPlan.class);
            CountDownLatch end = new CountDownLatch(1);
            CompletableFuture<Window> measured = new CompletableFuture<>();
            Thread listener = new Thread(() -> listen(commands, parent, measured, end), "commands");
            listener.setDaemon(true);
            listener.start();
            ServiceMain service = new ServiceMain(plan, Role.valueOf(arguments[0]), measured, parent);
            Thread reporter = new Thread(service::reportOnAndOn, "reporter");
            reporter.setDaemon(true);
            reporter.start();
            service.say(new ServiceMessage.Ready());
            end.await();
            service.end();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            parent.println(Protocol.line(new ServiceMessage.Refused(reason)));
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    /** On a thread of its own: whatever this process is doing, it dies with the one that started it. */
    private static void listen(
            BufferedReader commands, PrintStream parent, CompletableFuture<Window> measured, CountDownLatch end) {
        try {
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                if (command.equals(ServiceMessage.TIME)) {
                    parent.println(Protocol.line(new ServiceMessage.Time(System.nanoTime())));
                } else if (command.startsWith(ServiceMessage.WINDOW)) {
                    String[] words = command.split(" ");
                    long startNanos = Long.parseLong(words[1]);
                    measured.complete(new Window(startNanos, startNanos, Long.parseLong(words[2])));
                } else if (command.equals(ServiceMessage.END)) {
                    end.countDown();
                }
            }
        } catch (IOException e) {
            // The same as its end.
        }
        Runtime.getRuntime().halt(1);
    }

    private void say(ServiceMessage message) {
        out.println(Protocol.line(message));
    }

    private void reportOnAndOn() {
        try {
            while (pipeline.failure().isEmpty()) {
                Thread.sleep(REPORT_MILLIS);
                report();
            }
            say(new ServiceMessage.Refused(pipeline.failure().get()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    /** Reports the counts that are new since the last report. */
    private synchronized void report() {
        ServiceCounts counts = pipeline.serviceCounts().acknowledged(acknowledged);
        if (!counts.faults().equals(reported.faults())) {
            reported = counts;
            say(new ServiceMessage.Counts(counts));
        }
        long[] failures = outcomes.repliesFailed();
        if (failures.length > reportedFailures) {
            say(new ServiceMessage.FailedReplies(Arrays.stream(failures, reportedFailures, failures.length)
                    .boxed()
                    .toList()));
            reportedFailures = failures.length;
        }
        reportUnanswered();
        List<Notices.Notice> notices = measurement.context().notices().list();
        for (; reportedNotices < notices.size(); reportedNotices++) {
            say(new ServiceMessage.Notice(notices.get(reportedNotices).text()));
        }
    }

    /** Without faults, their number is all that is asked for. */
    private void reportUnanswered() {
        if (measurement.scenario().faults().isEmpty()) {
            return;
        }
        long[] dropped = outcomes.dropped();
        if (dropped.length > reportedUnanswered) {
            say(new ServiceMessage.Unanswered(Arrays.stream(dropped, reportedUnanswered, dropped.length)
                    .boxed()
                    .toList()));
            reportedUnanswered = dropped.length;
        }
    }

    private void end() throws InterruptedException {
        pipeline.stop(STOP_LIMIT);
        pipeline.awaitAcknowledged(STOP_LIMIT);
        acknowledged = pipeline.acknowledgedOfEach();
        report();
        say(new ServiceMessage.Counts(pipeline.serviceCounts().acknowledged(acknowledged)));
        say(new ServiceMessage.Taken(pipeline.taken()));
        say(new ServiceMessage.Worked(pipeline.work()));
        // Only so leave consumers their group.
        pipeline.close();
        transport.close();
    }
}
