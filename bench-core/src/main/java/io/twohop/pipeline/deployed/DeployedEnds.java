package io.twohop.pipeline.deployed;

import io.twohop.config.Texts;
import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.agrona.concurrent.NanoClock;

/**
 * A service that already runs, between channels that exist already. The monitor's thread opens it, which takes until the service has
 * answered on each lane.
 */
public class DeployedEnds implements RemoteService {
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_CANARIES = Duration.ofMillis(500);

    /** Numbers tried for each lane, so that a lane is missed in one of many million rounds. */
    private static final int MOST_TRIES = 24;

    private static final Duration LONGEST_POLL = Duration.ofMillis(10);

    private final Transport transport;
    private final Channel requests;
    private final Channel replies;
    private final Correlator correlator;
    private final MessageIds ids;
    private final SentRequests sent;
    private final LongFunction<ByteBuffer> canaries;
    private final int mark;
    private final NanoClock clock;
    private final AtomicReference<Throwable> refusal = new AtomicReference<>();
    private final ReplyCounts counts = new ReplyCounts();
    private final List<ReplySubscription> subscriptions = new ArrayList<>();

    /**
     * @param producers of the run
     * @param messages how many each of them sends at most
     * @param canaries returns the payload of the request with a number
     * @param mark of the run's messages
     */
    protected DeployedEnds(
            Transport transport,
            Channel requests,
            Channel replies,
            Correlator correlator,
            MessageIds ids,
            int producers,
            long messages,
            LongFunction<ByteBuffer> canaries,
            int mark,
            NanoClock clock) {
        this.transport = transport;
        this.requests = requests;
        this.replies = replies;
        this.correlator = correlator;
        this.ids = ids;
        this.sent = new SentRequests(producers, messages);
        this.canaries = canaries;
        this.mark = mark;
        this.clock = clock;
    }

    /**
     * Sends canaries to each lane until the service has answered one on each.
     *
     * @throws TransportException if it does not; the message says what arrived instead
     */
    @Override
    public final void open() throws Exception {
        try (Publisher publisher = transport.publisher(requests, refusals())) {
            ConsumerWatch watch = transport.watchConsumers(requests);
            awaitAnswers(new RequestPublisher(publisher, correlator, ids, sent), watch);
            watch.begin();
        } catch (RuntimeException e) {
            // Clients turn an interrupt into exceptions of their own.
            if (Thread.interrupted()) {
                throw new InterruptedException(String.valueOf(e));
            }
            throw e;
        }
        counts.begin();
    }

    private Acknowledgements refusals() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {}

            @Override
            public void failed(long correlation, Throwable cause) {
                refusal.compareAndSet(null, cause);
            }
        };
    }

    private void awaitAnswers(RequestPublisher canary, ConsumerWatch watch) throws InterruptedException {
        List<List<Integer>> sentOn = new ArrayList<>();
        for (int lane = 0; lane < canary.lanes(); lane++) {
            sentOn.add(new ArrayList<>());
        }
        long deadlineNanos = clock.nanoTime() + READY_LIMIT.toNanos();
        int number = 0;
        while (number == 0 || !areAnswered(sentOn)) {
            number = sendToEachLane(canary, sentOn, number, deadlineNanos);
            pollUntilAnswered(sentOn);
            if (!areAnswered(sentOn) && (clock.nanoTime() - deadlineNanos > 0 || number == MessageIds.CANARIES)) {
                throw new TransportException(silence(sentOn, watch.seen()));
            }
        }
    }

    /**
     * Sends a canary to each lane. If the number decides on the lane, it skips numbers until each lane has one.
     *
     * @return the next number
     */
    private int sendToEachLane(RequestPublisher canary, List<List<Integer>> sentOn, int from, long deadlineNanos)
            throws InterruptedException {
        BitSet reached = new BitSet();
        int number = from;
        int most = Math.min(MessageIds.CANARIES, from + MOST_TRIES * sentOn.size());
        while (reached.cardinality() < sentOn.size() && number < most) {
            int lane = canary.laneOf(ids.ofCanary(number));
            if (!reached.get(lane)) {
                reached.set(lane);
                send(canary, number, deadlineNanos);
                sentOn.get(lane).add(number);
            }
            number++;
        }
        return number;
    }

    private void send(RequestPublisher canary, int number, long deadlineNanos) throws InterruptedException {
        long id = ids.ofCanary(number);
        ByteBuffer payload = canaries.apply(id);
        while (!canary.publishCanary(payload, id)) {
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new TransportException("requests on " + requests.name() + ": the transport took none within "
                        + READY_LIMIT.toSeconds() + " s; check the connection and the server");
            }
            Thread.sleep(1);
        }
    }

    private void pollUntilAnswered(List<List<Integer>> sentOn) throws InterruptedException {
        long startNanos = clock.nanoTime();
        while (!areAnswered(sentOn) && clock.nanoTime() - startNanos < BETWEEN_CANARIES.toNanos()) {
            int taken = 0;
            for (ReplySubscription subscription : subscriptions) {
                taken += subscription.poll(message -> {}, LONGEST_POLL.toNanos());
            }
            if (taken == 0) {
                Thread.sleep(1);
            }
        }
    }

    private boolean areAnswered(List<List<Integer>> sentOn) {
        return sentOn.stream().allMatch(lane -> lane.stream().anyMatch(counts::hasAnswered));
    }

    /** @param consumers who reads the requests, in words; empty if unknown */
    private String silence(List<List<Integer>> sentOn, String consumers) {
        List<Integer> silent = new ArrayList<>();
        for (int lane = 0; lane < sentOn.size(); lane++) {
            if (sentOn.get(lane).stream().noneMatch(counts::hasAnswered)) {
                silent.add(lane);
            }
        }
        int all = sentOn.stream().mapToInt(List::size).sum();
        StringBuilder text = new StringBuilder("the deployed service did not answer within ")
                .append(READY_LIMIT.toSeconds())
                .append(" s: ");
        text.append(silent.size() == sentOn.size() ? "no" : silent.size() + " of " + sentOn.size() + " lanes gave no")
                .append(" reply to ")
                .append(all)
                .append(" requests on ")
                .append(requests.name());
        if (counts.uncorrelatedReplies() > 0) {
            text.append("; ")
                    .append(counts.uncorrelatedReplies())
                    .append(" replies came without a number in their ")
                    .append(correlator.place())
                    .append(", the first: ")
                    .append(counts.example());
        } else if (counts.foreignReplies() > 0) {
            text.append("; ")
                    .append(counts.foreignReplies())
                    .append(" replies to others' requests came on ")
                    .append(replies.name());
        } else {
            text.append(", and nothing else came on ").append(replies.name());
        }
        text.append(consumers.isEmpty() ? "" : "; " + consumers);
        Optional.ofNullable(refusal.get())
                .ifPresentOrElse(
                        cause ->
                                text.append("; the first request was refused: ").append(Texts.of(cause)),
                        () -> text.append("; check that the service runs, what it reads and where it writes"));
        return text.toString();
    }

    @Override
    public final Channel requests(Channel own) {
        return requests;
    }

    @Override
    public final Channel replies(Channel own) {
        return replies;
    }

    @Override
    public final Publisher publisher(Publisher publisher) {
        return new RequestPublisher(publisher, correlator, ids, sent);
    }

    @Override
    public final Subscription subscription(Subscription subscription) {
        ReplySubscription its = new ReplySubscription(subscription, correlator, ids, sent, counts, mark);
        subscriptions.add(its);
        return its;
    }

    /** Promises nothing: the guarantees of the service's topics are not known, and its replies are judged by rules of their own. */
    @Override
    public final Guarantees promises(Guarantees ofTransport) {
        return new Guarantees(
                Delivery.BEST_EFFORT, false, ofTransport.acknowledged(), "not known, the topics are the service's", 1);
    }

    @Override
    public final Duration redelivery(Duration ofTransport) {
        return Duration.ZERO;
    }

    @Override
    public final boolean repliesDiffer() {
        return true;
    }

    @Override
    public final ServiceClocks clocks() {
        return ServiceClocks.UNKNOWN;
    }

    protected final ReplyCounts replyCounts() {
        return counts;
    }

    protected final Correlator correlator() {
        return correlator;
    }
}
