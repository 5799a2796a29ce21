package io.twohop.pipeline;

import io.twohop.account.Acknowledged;
import io.twohop.measure.MessageOutcomes;
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

/** Every end of every channel of a pipeline. Opened, waited for and closed by the monitor's thread. */
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
    private final NanoClock clock;
    private final Failures failures;
    private final MessageOutcomes messageOutcomes;
    private final boolean acknowledged;

    Connections(NanoClock clock, Failures failures, MessageOutcomes messageOutcomes, boolean acknowledged) {
        this.clock = clock;
        this.failures = failures;
        this.messageOutcomes = messageOutcomes;
        this.acknowledged = acknowledged;
    }

    /** Consumers first, from the far end: no message may be published before somebody is there to receive it. */
    void open(PipelineSpec<?> spec, Transport transport) throws Exception {
        boolean oneHop = spec.topology().hops() == 1;
        int topics = spec.topology().topics();
        Share share = spec.share();
        Channel hop1 = new Channel(spec.runId() + "-1", 1, topics);
        Channel hop2 = oneHop ? hop1 : new Channel(spec.runId() + "-2", 2, topics);
        Channel first = oneHop ? share.own(hop1) : hop1;
        Channel last = share.own(hop2);
        int consumers = transport.consumersPerHop();
        int stages = oneHop || spec.role() == Role.ENDS ? 0 : consumers;
        for (int i = 0; i < spec.topology().subscribers(); i++) {
            subscribers.add(subscribe(transport, last, groupOf(i), spec.role().hasEnds() ? consumers : 0));
        }
        if (spec.role() == Role.ENDS) {
            transport.create(first, GROUP);
            for (Channel each : share.all(hop2)) {
                transport.create(each, GROUP);
            }
            spec.service().open();
        }
        for (int i = 0; i < stages; i++) {
            openService(transport, first, share.all(hop2));
        }
        for (int i = 0; i < spec.topology().producers() && spec.role().hasEnds(); i++) {
            AcknowledgementRecorder outcomes = outcomeIn(requestOutcomes);
            requests.add(opened(transport.publisher(first, outcomes), outcomes));
        }
        if (spec.role() != Role.SERVICE_AGAIN) {
            transport.settle();
        }
    }

    private void openService(Transport transport, Channel first, List<Channel> last) throws Exception {
        AcknowledgementRecorder outcomes = outcomeIn(replyOutcomes);
        ServiceEnds ends = transport.service(first, GROUP, last.get(0), outcomes);
        closes.push(ends.requests()::close);
        List<Publisher> itsReplies = new ArrayList<>(List.of(opened(ends.replies(), outcomes)));
        for (Channel further : last.subList(1, last.size())) {
            AcknowledgementRecorder ofFurther = outcomeIn(replyOutcomes);
            itsReplies.add(opened(transport.publisher(further, ofFurther), ofFurther));
        }
        services.add(ends.requests());
        replies.add(itsReplies);
    }

    /** To be closed, and held to its promise of acknowledgements if it makes one. */
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

    /** The first one's is as ever. */
    private static String groupOf(int subscriber) {
        return subscriber == 0 ? GROUP : GROUP + "-" + (subscriber + 1);
    }

    private List<Subscription> subscribe(Transport transport, Channel channel, String group, int consumers)
            throws Exception {
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            Subscription subscription = transport.subscribe(channel, group);
            closes.push(subscription::close);
            subscriptions.add(subscription);
        }
        return subscriptions;
    }

    private AcknowledgementRecorder outcomeIn(List<AcknowledgementRecorder> outcomes) {
        AcknowledgementRecorder outcome =
                new AcknowledgementRecorder(clock, failures, messageOutcomes, outcomes == replyOutcomes, acknowledged);
        outcomes.add(outcome);
        return outcome;
    }

    /** Says when measuring begins; before the first message is published. */
    void begin(Window window) {
        Stream.concat(requestOutcomes.stream(), replyOutcomes.stream()).forEach(outcome -> outcome.begin(window));
    }

    /** The ends that sinks read from, by subscriber. */
    List<List<Subscription>> subscribers() {
        return subscribers;
    }

    /** The ends that service stages read from; each has the publishers of {@link #replies()} in the same place. */
    List<Subscription> services() {
        return services;
    }

    /** Of each service stage, one for each load. */
    List<List<Publisher>> replies() {
        return replies;
    }

    /** The generators' ends. */
    List<Publisher> requests() {
        return requests;
    }

    /** What became of the generators' messages. */
    List<AcknowledgementRecorder> requestOutcomes() {
        return requestOutcomes;
    }

    /** Answers that the transport reported as failed. */
    long failedReplies() {
        return replyOutcomes.stream().mapToLong(AcknowledgementRecorder::failed).sum();
    }

    /** Messages on either hop that the transport reported as failed. */
    long failed() {
        return Stream.concat(requestOutcomes.stream(), replyOutcomes.stream())
                .mapToLong(AcknowledgementRecorder::failed)
                .sum();
    }

    /** Of those, the ones of the measured window. */
    long failedMeasured() {
        return Stream.concat(requestOutcomes.stream(), replyOutcomes.stream())
                .mapToLong(AcknowledgementRecorder::failedMeasured)
                .sum();
    }

    /** Over how many lanes each sender spreads its messages. */
    int lanes() {
        return publishers().mapToInt(Publisher::lanes).max().orElse(1);
    }

    /** Waits for the acknowledgements of all that was published, up to the limit in all. */
    boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        long deadlineNanos = clock.nanoTime() + limit.toNanos();
        boolean areAll = true;
        for (Publisher publisher : publishers().toList()) {
            long leftNanos = Math.max(0, deadlineNanos - clock.nanoTime());
            areAll &= publisher.awaitAcknowledged(Duration.ofNanos(leftNanos));
        }
        return areAll;
    }

    /** What publishers acknowledged of what they took; once their threads have ended. */
    Acknowledged acknowledged() {
        return acknowledgedPublishers.stream()
                .map(AcknowledgedPublisher::account)
                .reduce(Acknowledged.NONE, Acknowledged::plus);
    }

    /** Closes every end, the last opened first; a failure of one keeps none of the others from being closed. */
    @Override
    public void close() {
        RuntimeException failure = null;
        while (!closes.isEmpty()) {
            try {
                closes.pop().run();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
