package io.twohop.engine;

import io.twohop.account.Acknowledged;
import io.twohop.engine.protocol.ChildMessage;
import io.twohop.engine.protocol.ParentLink;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.pipeline.ConsumerGate;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.Notices;
import io.twohop.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The main class of a service's own JVM. It opens the transport of a run that another process has begun, serves until it is
 * asked to end, and dies with its parent.
 */
public final class ServiceMain {
    private static final long REPORT_MILLIS = 100;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    /** The measured window until the start is agreed on. */
    private static final Window NEVER = new Window(0, 0, 0);

    private final ParentLink parent;
    private final Measurement measurement;
    private final MessageOutcomes outcomes = new MessageOutcomes(1);
    private final Pipeline pipeline;
    private final Transport transport;
    private ServiceCounts reported = ServiceCounts.NONE;
    private volatile Acknowledged acknowledged = Acknowledged.NONE;
    private int reportedFailures;
    private int reportedUnanswered;
    private int reportedNotices;

    private ServiceMain(ParentLink parent, CompletableFuture<Window> measured) throws Exception {
        this.parent = parent;
        measurement = Measurement.of(parent.plan());
        transport = measurement.transport().open(measurement.context());
        // Latencies are measured at the sink, from the times in the messages.
        Window window = new Window(0, 0, Long.MAX_VALUE);
        pipeline = new Pipeline(
                measurement.pipelineSpec(
                        outcomes, ConsumerGate.NONE, parent.plan().part().role(), RemoteService.NONE),
                transport,
                SystemNanoClock.INSTANCE,
                () -> window);
        pipeline.meterWork(NEVER);
        measured.thenAccept(pipeline::meterWork);
        pipeline.start();
    }

    /** Serves; takes no arguments. */
    public static void main(String[] arguments) throws IOException {
        ParentLink parent = ParentLink.open();
        Requests requests = new Requests(parent);
        int status = 0;
        try {
            parent.listen(requests, () -> {});
            ServiceMain service = new ServiceMain(parent, requests.measured);
            Thread reporter = new Thread(service::reportUntilFailure, "reporter");
            reporter.setDaemon(true);
            reporter.start();
            parent.onConnected(null);
            requests.end.await();
            service.end();
        } catch (Exception | Error e) {
            // The thread that listens to the parent would keep this JVM alive.
            e.printStackTrace();
            parent.refuse(e);
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    /** The parent's messages, which may arrive before the service is ready. */
    private static final class Requests implements Consumer<ParentMessage> {
        private final ParentLink parent;
        private final CompletableFuture<Window> measured = new CompletableFuture<>();
        private final CountDownLatch end = new CountDownLatch(1);

        Requests(ParentLink parent) {
            this.parent = parent;
        }

        @Override
        public void accept(ParentMessage message) {
            if (message instanceof ParentMessage.TellTime) {
                parent.say(new ChildMessage.Time(System.nanoTime()));
            } else if (message instanceof ParentMessage.Start start) {
                measured.complete(parent.plan().window(start.nanos()));
            } else if (message instanceof ParentMessage.End) {
                end.countDown();
            }
        }
    }

    private void reportUntilFailure() {
        try {
            while (pipeline.failure().isEmpty()) {
                Thread.sleep(REPORT_MILLIS);
                report();
            }
            parent.onRefused(pipeline.failure().get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    private synchronized void report() {
        ServiceCounts counts = pipeline.serviceCounts().acknowledged(acknowledged);
        if (!counts.faults().equals(reported.faults())) {
            reported = counts;
            parent.say(new ChildMessage.Counts(counts));
        }
        long[] failures = outcomes.repliesFailed();
        if (failures.length > reportedFailures) {
            parent.say(new ChildMessage.FailedReplies(since(reportedFailures, failures)));
            reportedFailures = failures.length;
        }
        reportUnanswered();
        List<Notices.Notice> notices = measurement.context().notices().list();
        for (; reportedNotices < notices.size(); reportedNotices++) {
            parent.say(new ChildMessage.Notice(notices.get(reportedNotices).text()));
        }
    }

    /** Reports unanswered messages, if there are faults; otherwise their number suffices. */
    private void reportUnanswered() {
        if (measurement.scenario().faults().isEmpty()) {
            return;
        }
        long[] dropped = outcomes.dropped();
        if (dropped.length > reportedUnanswered) {
            parent.say(new ChildMessage.Unanswered(since(reportedUnanswered, dropped)));
            reportedUnanswered = dropped.length;
        }
    }

    private static List<Long> since(int reported, long[] all) {
        return Arrays.stream(all, reported, all.length).boxed().toList();
    }

    private void end() throws InterruptedException {
        pipeline.stop(STOP_LIMIT);
        pipeline.awaitAcknowledged(STOP_LIMIT);
        acknowledged = pipeline.acknowledgedOfEach();
        report();
        parent.say(new ChildMessage.ServiceOver(
                pipeline.serviceCounts().acknowledged(acknowledged), pipeline.taken(), pipeline.work()));
        // Consumers leave their group when they are closed.
        pipeline.close();
        transport.close();
    }
}
