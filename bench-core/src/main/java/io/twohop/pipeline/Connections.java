package io.twohop.pipeline;

import io.twohop.account.Acknowledged;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/** The ends of a pipeline's channels. The monitor's thread opens, awaits and closes them. */
final class Connections implements AutoCloseable {
    private static final String GROUP = "twohop";

    private final List<List<Subscription>> subscribers = new ArrayList<>();
    private final List<Subscription> services = new ArrayList<>();
    private final List<List<Publisher>> replies = new ArrayList<>();
    private final List<Publisher> requests = new ArrayList<>();
    private final List<AcknowledgementRecorder> replyOutcomes = new ArrayList<>();
    private final List<AcknowledgementRecorder> requestOutcomes = new ArrayList<>();
    private final List<AcknowledgedPublisher> acknowledgedPublishers = new ArrayList<>();
    private final Deque<Runnable> closes = new ArrayDeque<>();
    private final PipelineSpec<?> spec;
    private final Transport transport;
    private final NanoClock clock;
    private final Failures failures;
    private final boolean acknowledged;

    Connections(PipelineSpec<?> spec, Transport transport, NanoClock clock, Failures failures) {
        this.spec = spec;
        this.transport = transport;
        this.clock = clock;
        this.failures = failures;
        this.acknowledged = transport.guarantees().acknowledged();
    }

    /** Opens consumers before publishers, from the far end: otherwise early messages would have no receiver. */
    void open() throws Exception {
        boolean oneHop = spec.topology().hops() == 1;
        int topics = spec.topology().topics();
        Share share = spec.share();
        Channel hop1 = new Channel(spec.runId() + "-1", 1, topics);
        Channel hop2 = oneHop ? hop1 : new Channel(spec.runId() + "-2", 2, topics);
        RemoteService service = spec.part().service();
        Channel first = service.requests(oneHop ? share.own(hop1) : hop1);
        Channel last = service.replies(share.own(hop2));
        int consumers = consumers(transport, spec.part());
        int stages = oneHop || spec.role() == Role.ENDS ? 0 : consumers;
        for (int i = 0; i < spec.topology().subscribers(); i++) {
            subscribers.add(subscribe(last, groupOf(i), spec.role().hasEnds() ? consumers : 0));
        }
        if (spec.role() == Role.ENDS) {
            if (!first.existing()) {
                transport.create(first, GROUP);
                for (Channel each : share.all(hop2)) {
                    transport.create(each, GROUP);
                }
            }
            service.open();
        }
        for (int i = 0; i < stages; i++) {
            openService(first, share.all(hop2));
        }
        for (int i = 0; i < spec.topology().producers() && spec.role().hasEnds(); i++) {
            AcknowledgementRecorder outcomes = outcomeIn(requestOutcomes);
            requests.add(service.publisher(opened(transport.publisher(first, outcomes), outcomes)));
        }
        if (spec.role() != Role.SERVICE_AGAIN) {
            transport.settle();
        }
    }

    /** Returns how many consumers share a hop; each consumer of an existing channel receives everything. */
    static int consumers(Transport transport, Part part) {
        return part.service().repliesDiffer() ? 1 : transport.consumersPerHop();
    }

    private void openService(Channel first, List<Channel> last) throws Exception {
        AcknowledgementRecorder outcomes = outcomeIn(replyOutcomes);
        ServiceEnds ends = transport.service(first, GROUP, last.get(0), outcomes);
        closes.push(ends.requests()::close);
        List<Publisher> itsReplies = new ArrayList<>(List.of(opened(ends.replies(), outcomes)));
        for (Channel further : last.subList(1, last.size())) {
            AcknowledgementRecorder ofFurther = outcomeIn(replyOutcomes);
            itsReplies.add(opened(transport.publisher(further, ofFurther), ofFurther));
        }
        services.add(spec.gate().guard(ends.requests()));
        replies.add(itsReplies);
    }

    /** Registers a publisher for closing, and for counting if its transport promises acknowledgements. */
    private Publisher opened(Publisher publisher, AcknowledgementRecorder outcomes) {
        closes.push(publisher::close);
        if (!acknowledged) {
            return publisher;
        }
        AcknowledgedPublisher counted = new AcknowledgedPublisher(publisher, outcomes);
        acknowledgedPublishers.add(counted);
        return counted;
    }

    private Stream<Publisher> publishers() {
        return Stream.concat(requests.stream(), replies.stream().flatMap(List::stream));
    }

    /** Returns a consumer group's name; the first keeps the default name. */
    private static String groupOf(int subscriber) {
        return subscriber == 0 ? GROUP : GROUP + "-" + (subscriber + 1);
    }

    private List<Subscription> subscribe(Channel channel, String group, int consumers) throws Exception {
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            Subscription subscription = spec.part().service().subscription(transport.subscribe(channel, group));
            closes.push(subscription::close);
            subscriptions.add(spec.topology().hops() == 1 ? spec.gate().guard(subscription) : subscription);
        }
        return subscriptions;
    }

    private AcknowledgementRecorder outcomeIn(List<AcknowledgementRecorder> outcomes) {
        AcknowledgementRecorder outcome =
                new AcknowledgementRecorder(clock, failures, spec.outcomes(), outcomes == replyOutcomes, acknowledged);
        outcomes.add(outcome);
        return outcome;
    }

    /** Sets when measuring begins; before the first message is published. */
    void begin(Window window) {
        Stream.concat(requestOutcomes.stream(), replyOutcomes.stream()).forEach(outcome -> outcome.begin(window));
    }

    /** Returns the ends that sinks read from, by subscriber. */
    List<List<Subscription>> subscribers() {
        return subscribers;
    }

    /** Returns the ends that service stages read from; {@link #replies()} has their publishers in the same order. */
    List<Subscription> services() {
        return services;
    }

    /** Returns each service stage's publishers, one for each load. */
    List<List<Publisher>> replies() {
        return replies;
    }

    List<Publisher> requests() {
        return requests;
    }

    List<AcknowledgementRecorder> requestOutcomes() {
        return requestOutcomes;
    }

    /** Returns the recorders of acknowledgements to generators; none if the transport acknowledges nothing. */
    List<LatencyRecorder> acknowledgeRecorders() {
        return acknowledged
                ? requestOutcomes.stream()
                        .map(AcknowledgementRecorder::acknowledge)
                        .toList()
                : List.of();
    }

    /** Counts the answers that the transport reported as failed. */
    long failedReplies() {
        return replyOutcomes.stream().mapToLong(AcknowledgementRecorder::failed).sum();
    }

    /** Counts the messages on either hop that the transport reported as failed. */
    long failed() {
        return Stream.concat(requestOutcomes.stream(), replyOutcomes.stream())
                .mapToLong(AcknowledgementRecorder::failed)
                .sum();
    }

    long failedMeasured() {
        return Stream.concat(requestOutcomes.stream(), replyOutcomes.stream())
                .mapToLong(AcknowledgementRecorder::failedMeasured)
                .sum();
    }

    /** Returns over how many lanes each sender spreads its messages. */
    int lanes() {
        return publishers().mapToInt(Publisher::lanes).max().orElse(1);
    }

    /** Waits for acknowledgements of everything published; false if the limit passed first. */
    boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        long deadlineNanos = clock.nanoTime() + limit.toNanos();
        boolean areAll = true;
        for (Publisher publisher : publishers().toList()) {
            long leftNanos = Math.max(0, deadlineNanos - clock.nanoTime());
            areAll &= publisher.awaitAcknowledged(Duration.ofNanos(leftNanos));
        }
        return areAll;
    }

    /** Returns what publishers took and acknowledged; once their threads have ended. */
    Acknowledged acknowledged() {
        return acknowledgedPublishers.stream()
                .map(AcknowledgedPublisher::account)
                .reduce(Acknowledged.NONE, Acknowledged::plus);
    }

    /** Closes every end, last opened first. A failure does not keep the others open. */
    @Override
    public void close() {
        List<RuntimeException> thrown = new ArrayList<>();
        while (!closes.isEmpty()) {
            try {
                closes.pop().run();
            } catch (RuntimeException e) {
                thrown.add(e);
            }
        }
        if (!thrown.isEmpty()) {
            throw thrown.get(0);
        }
    }
}
