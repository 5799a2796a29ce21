package io.twohop.pipeline.deployed;

import io.twohop.config.Texts;
import io.twohop.event.field.MessageIds;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.RequestLanes;
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
import io.twohop.workload.Probe;
import io.twohop.workload.Replies;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.NanoClock;

/**
 * A service that already runs, between channels that exist already. The monitor's thread opens it, which takes until the service has
 * answered on each lane.
 */
public class DeployedEnds implements RemoteService {
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_CANARIES = Duration.ofMillis(500);

    /** A service that filters may reply to few canaries. */
    private static final Duration BETWEEN_FILTERED = Duration.ofMillis(50);

    /** Time for replies to the last requests, if these need not have one and replies were faster so far. */
    private static final Duration LEAST_WAIT = Duration.ofSeconds(1);

    /** Numbers tried for each lane, so that a lane is missed in one of many million rounds. */
    private static final int MOST_TRIES = 24;

    /** Requests refused, and none taken, after which the wait is over: one may have met a server that was about to come up. */
    private static final int REFUSALS = 4;

    private static final Duration LONGEST_POLL = Duration.ofMillis(10);

    private final Transport transport;
    private final Requests requests;
    private final ExpectedReplies replies;
    private final MessageIds ids;
    private final long messages;
    private final SentRequests sent;
    private final int mark;
    private final Clocks clocks;
    private final NanoClock clock;
    private final ReplyTally tally;
    private final AtomicReference<Throwable> refusal = new AtomicReference<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final ReplyCounts counts = new ReplyCounts();
    private final List<ReplySubscription> subscriptions = new ArrayList<>();
    private ServiceShare share;

    /**
     * @param messages how many each producer sends at most
     * @param mark of the run's messages
     */
    protected DeployedEnds(
            Transport transport,
            Requests requests,
            ExpectedReplies replies,
            MessageIds ids,
            long messages,
            int mark,
            Clocks clocks) {
        this.transport = transport;
        this.requests = requests;
        this.replies = replies;
        this.ids = ids;
        this.messages = messages;
        this.mark = mark;
        this.clocks = clocks;
        clock = clocks.run();
        sent = new SentRequests(ids.ownProducers(), messages);
        tally = ReplyTally.of(replies.ofRequest(), ids.ownProducers(), messages, clock);
        share = ServiceShare.unknown(ids);
    }

    /** Returns the replies that each request is to have. */
    protected final Replies expected() {
        return replies.ofRequest();
    }

    /**
     * Sends canaries to each lane until the service has answered one on each. A service that filters need not reply on each lane.
     *
     * @throws TransportException if it does not answer; the message says what arrived instead
     */
    @Override
    public final void open() throws Exception {
        try (Publisher publisher = transport.publisher(requests.channel(), refusals())) {
            ConsumerWatch watch = transport.watchConsumers(requests.channel());
            sent.lanes().spread(publisher.lanes());
            awaitAnswers(requestPublisher(publisher), watch);
            watch.begin();
            if (subscriptions.stream().anyMatch(ReplySubscription::isStamped)) {
                share = newShare();
                subscriptions.forEach(subscription -> subscription.share(share));
            }
        } catch (RuntimeException e) {
            // Clients turn an interrupt into exceptions of their own.
            if (Thread.interrupted()) {
                throw new InterruptedException(String.valueOf(e));
            }
            throw e;
        }
        counts.begin();
    }

    private ServiceShare newShare() throws InterruptedException {
        return new ServiceShare(
                transport.appendClock(requests.channel(), replies.channel()),
                replies.clocksWithin(),
                ids,
                messages,
                clocks);
    }

    private RequestPublisher requestPublisher(Publisher publisher) {
        return new RequestPublisher(publisher, correlator(), ids, sent, requests.newKey());
    }

    private Acknowledgements refusals() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {
                taken.incrementAndGet();
            }

            @Override
            public void failed(long correlation, Throwable cause) {
                refusal.compareAndSet(null, cause);
                refused.incrementAndGet();
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
        int wanted = sentOn.size();
        while (number == 0 || !areAnswered(sentOn)) {
            number = sendToEachLane(canary, sentOn, wanted, number, deadlineNanos);
            if (wanted == sentOn.size()) {
                // A lane without a key would take all the numbers of each later round.
                wanted = (int) sentOn.stream().filter(lane -> !lane.isEmpty()).count();
            }
            pollUntilAnswered(sentOn);
            if (taken.get() == 0 && refused.get() >= REFUSALS) {
                throw new TransportException("the transport refused all " + refused + " requests on "
                        + requests.channel().name() + ", the first: " + Texts.of(refusal.get()));
            }
            if (!areAnswered(sentOn) && (clock.nanoTime() - deadlineNanos > 0 || number == ids.canaries())) {
                if (expected().areOptional() && counts.hasAnsweredAny()) {
                    return;
                }
                throw new TransportException(silence(sentOn, watch.seen()));
            }
        }
    }

    /**
     * Sends a canary to each lane. If the number or the payload decides on the lane, it skips numbers until each lane has one. The
     * samples may have no key for a lane, which then has no request in the run either.
     *
     * @param wanted lanes that are enough
     * @return the next number
     */
    private int sendToEachLane(
            RequestPublisher canary, List<List<Integer>> sentOn, int wanted, int from, long deadlineNanos)
            throws InterruptedException {
        BitSet reached = new BitSet();
        int number = from;
        int most = Math.min(ids.canaries(), from + MOST_TRIES * sentOn.size());
        while (reached.cardinality() < wanted && number < most) {
            long id = ids.ofCanary(number);
            ByteBuffer payload = requests.canaries().apply(id);
            int lane = canary.laneOf(payload, id);
            if (!reached.get(lane)) {
                reached.set(lane);
                send(canary, payload, id, deadlineNanos);
                sentOn.get(lane).add(number);
            }
            number++;
        }
        return number;
    }

    private void send(RequestPublisher canary, ByteBuffer payload, long id, long deadlineNanos)
            throws InterruptedException {
        while (!canary.publishCanary(payload, id)) {
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new TransportException(
                        "requests on " + requests.channel().name() + ": the transport took none within "
                                + READY_LIMIT.toSeconds() + " s; check the connection and the server");
            }
            Thread.sleep(1);
        }
    }

    private void pollUntilAnswered(List<List<Integer>> sentOn) throws InterruptedException {
        long startNanos = clock.nanoTime();
        long betweenNanos = (expected().areOptional() ? BETWEEN_FILTERED : BETWEEN_CANARIES).toNanos();
        while (!areAnswered(sentOn) && clock.nanoTime() - startNanos < betweenNanos) {
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
        return sentOn.stream().allMatch(this::isAnswered);
    }

    private boolean isAnswered(List<Integer> lane) {
        return lane.isEmpty() || lane.stream().anyMatch(canary -> counts.hasAnswered(ids.ofCanary(canary)));
    }

    /** @param consumers who reads the requests, in words; empty if unknown */
    private String silence(List<List<Integer>> sentOn, String consumers) {
        List<Integer> silent = new ArrayList<>();
        for (int lane = 0; lane < sentOn.size(); lane++) {
            if (!isAnswered(sentOn.get(lane))) {
                silent.add(lane);
            }
        }
        int all = sentOn.stream().mapToInt(List::size).sum();
        long reached = sentOn.stream().filter(lane -> !lane.isEmpty()).count();
        StringBuilder text = new StringBuilder("the deployed service did not answer within ")
                .append(READY_LIMIT.toSeconds())
                .append(" s: ");
        text.append(silent.size() == reached ? "no" : silent.size() + " of " + reached + " lanes gave no")
                .append(" reply to ")
                .append(all)
                .append(" requests on ")
                .append(requests.channel().name());
        if (counts.uncorrelatedReplies() > 0) {
            text.append("; ")
                    .append(counts.uncorrelatedReplies())
                    .append(" replies came without a number in their ")
                    .append(correlator().place())
                    .append(", the first: ")
                    .append(counts.example());
        } else if (counts.foreignReplies() > 0) {
            text.append("; ")
                    .append(counts.foreignReplies())
                    .append(" replies to others' requests came on ")
                    .append(replies.channel().name());
        } else {
            text.append(", and nothing else came on ").append(replies.channel().name());
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
        return requests.channel();
    }

    @Override
    public final Channel replies(Channel own) {
        return replies.channel();
    }

    @Override
    public final Publisher publisher(Publisher publisher) {
        RequestPublisher its = requestPublisher(publisher);
        if (share.isWanted()) {
            its.appendTimes(share);
        }
        return its;
    }

    @Override
    public final Subscription subscription(Subscription subscription) {
        ReplySubscription its = new ReplySubscription(subscription, correlator(), ids, sent, tally, counts, mark);
        subscriptions.add(its);
        return its;
    }

    /** Returns no lanes if requests need not have a reply: a lane may have only requests that are filtered. */
    @Override
    public final RequestLanes requestLanes() {
        return expected().areOptional() ? RequestLanes.NONE : sent.lanes();
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
    public final Map<Probe, LatencyRecorder> recorders(Window window) {
        Map<Probe, LatencyRecorder> recorders = new EnumMap<>(Probe.class);
        recorders.putAll(share.recorders(window));
        tally.firstReplies(window).ifPresent(first -> recorders.put(Probe.FIRST_REPLY, first));
        return recorders;
    }

    /**
     * Returns whether requests without a reply may still have one: each has to have one, or less time has passed since the last
     * request than the slowest reply took.
     */
    public final boolean awaitsMore(long nanos) {
        return nanos < Math.max(tally.slowestNanos(), LEAST_WAIT.toNanos());
    }

    @Override
    public final boolean repliesDiffer() {
        return true;
    }

    @Override
    public final ServiceClocks clocks() {
        return ServiceClocks.UNKNOWN;
    }

    /** Returns what a reader of {@code toService} and {@code inService} should know. */
    protected final List<Finding> ofShare() {
        List<Finding> found = share.findings();
        return found.isEmpty() && replies.clocksWithin() != null ? List.of(Rules.APPEND_TIMES_ABSENT.found()) : found;
    }

    protected final ReplyCounts replyCounts() {
        return counts;
    }

    /** Returns how many requests have at least one reply, if they are to have several. */
    protected final long begunRequests() {
        return tally.begun();
    }

    /** Returns how long the service gave no reply at the end, if that is far longer than ever before; otherwise 0. */
    protected final long silentNanos() {
        return tally.silentNanos(sent.lastNanos());
    }

    protected final Correlator correlator() {
        return replies.correlator();
    }
}
