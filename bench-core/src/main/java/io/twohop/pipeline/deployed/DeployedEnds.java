package io.twohop.pipeline.deployed;

import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.agrona.concurrent.NanoClock;

/**
 * A service that already runs, between channels that exist already. The monitor's thread opens it, which takes until the service has
 * answered on each lane.
 */
public final class DeployedEnds implements RemoteService {
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_CANARIES = Duration.ofMillis(500);
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
    private final ReplyCounts counts = new ReplyCounts();
    private final List<ReplySubscription> subscriptions = new ArrayList<>();

    /**
     * @param producers of this process; the first has this run-wide number
     * @param messages how many each of them sends at most
     * @param canaries returns the payload of the request with a number
     * @param mark of the run's messages
     */
    public DeployedEnds(
            Transport transport,
            Channel requests,
            Channel replies,
            Correlator correlator,
            MessageIds ids,
            int firstProducer,
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
        this.sent = new SentRequests(firstProducer, producers, messages);
        this.canaries = canaries;
        this.mark = mark;
        this.clock = clock;
    }

    /**
     * Sends canaries to each lane until the service has answered one on each.
     *
     * @throws TransportException if it does not, with what arrived instead
     */
    @Override
    public void open() throws Exception {
        try (Publisher publisher = transport.publisher(requests, Acknowledgements.NONE)) {
            RequestPublisher canary = new RequestPublisher(publisher, correlator, ids, sent);
            List<List<Integer>> sentOn = new ArrayList<>();
            for (int lane = 0; lane < canary.lanes(); lane++) {
                sentOn.add(new ArrayList<>());
            }
            long startNanos = clock.nanoTime();
            int number = 0;
            while (number == 0 || !areAnswered(sentOn)) {
                if (clock.nanoTime() - startNanos > READY_LIMIT.toNanos()) {
                    throw new TransportException(silence(sentOn));
                }
                for (int i = 0; i < canary.lanes(); i++) {
                    int lane = canary.lane();
                    send(canary, number);
                    sentOn.get(lane).add(number++);
                }
                pollUntilAnswered(sentOn);
            }
        }
    }

    private void send(RequestPublisher canary, int number) throws InterruptedException {
        long id = ids.ofCanary(number);
        ByteBuffer payload = canaries.apply(id);
        while (!canary.publishCanary(payload, id)) {
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

    private String silence(List<List<Integer>> sentOn) {
        List<Integer> silent = new ArrayList<>();
        for (int lane = 0; lane < sentOn.size(); lane++) {
            if (sentOn.get(lane).stream().noneMatch(counts::hasAnswered)) {
                silent.add(lane);
            }
        }
        int each = sentOn.get(0).size();
        StringBuilder text = new StringBuilder("the deployed service did not answer within ")
                .append(READY_LIMIT.toSeconds())
                .append(" s: ");
        text.append(silent.size() == sentOn.size() ? "no" : silent.size() + " of " + sentOn.size() + " lanes gave no")
                .append(" reply to ")
                .append(each)
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
        text.append("; check that the service runs, what it reads and where it writes");
        return text.toString();
    }

    @Override
    public Channel requests(Channel own) {
        return requests;
    }

    @Override
    public Channel replies(Channel own) {
        return replies;
    }

    @Override
    public Publisher publisher(Publisher publisher) {
        return new RequestPublisher(publisher, correlator, ids, sent);
    }

    @Override
    public Subscription subscription(Subscription subscription) {
        ReplySubscription its = new ReplySubscription(subscription, correlator, ids, sent, counts, mark);
        subscriptions.add(its);
        return its;
    }

    /** One reply to each request, in any order. */
    @Override
    public Guarantees promises(Guarantees ofTransport) {
        return new Guarantees(
                Delivery.EXACTLY_ONCE,
                false,
                ofTransport.acknowledged(),
                ofTransport.durability(),
                ofTransport.replication());
    }

    @Override
    public boolean repliesDiffer() {
        return true;
    }

    @Override
    public ServiceClocks clocks() {
        return ServiceClocks.UNKNOWN;
    }

    public ReplyCounts counts() {
        return counts;
    }

    public Correlator correlator() {
        return correlator;
    }
}
