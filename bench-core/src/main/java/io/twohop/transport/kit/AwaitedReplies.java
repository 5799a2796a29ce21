package io.twohop.transport.kit;

import io.twohop.transport.Publisher;
import java.time.Duration;

/**
 * The replies of a service, for transports whose acknowledgement of a request could overtake its reply: a service that dies between the
 * two would lose the message, so the acknowledgement follows the reply's outcome. The thread that consumes and publishes.
 */
public final class AwaitedReplies {
    private static final Publisher NO_PUBLISHER = (message, correlation) -> false;

    private final Publisher publisher;
    private Duration limit = Duration.ZERO;

    /** @param publisher that the handler of the requests uses */
    public AwaitedReplies(Publisher publisher) {
        this.publisher = publisher;
    }

    /** Returns the replies of a consumer that answers nothing. */
    public static AwaitedReplies none() {
        return new AwaitedReplies(NO_PUBLISHER);
    }

    /**
     * Waits until each reply has an outcome.
     *
     * @return false if some have none within the time, or the thread was interrupted: their requests must not be acknowledged
     */
    public boolean haveOutcomes(long maxWaitNanos) {
        if (limit.toNanos() != maxWaitNanos) {
            limit = Duration.ofNanos(maxWaitNanos);
        }
        try {
            return publisher.awaitAcknowledged(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
