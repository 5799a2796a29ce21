package io.twohop.transport.sqs;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import io.twohop.transport.kit.LostConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Trouble with requests. Any thread. */
final class SqsIncidents {
    private static final Rule FAILED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "requests to SQS failed %d times, the first with: %s",
            "see whether the endpoint can be reached, and whether these credentials may use the queue (docs/sqs.md)");

    private static final Rule THROTTLED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "SQS throttled %d requests, which waited and were sent again",
            "lower the rate, or have the account's quota raised; FIFO queues take 300 requests/s of each kind by default");

    private static final Rule NOT_DELETED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "SQS did not delete %d handled messages, the first because of: %s",
            "they are delivered again after visibilityTimeout; if it passes before they are handled, raise it");

    private static final Rule LATE = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "%d messages waited in the client until visibilityTimeout had passed, and were left to be delivered again",
            "raise visibilityTimeout, or lower the rate");

    private final LostConnections failed;
    private final AtomicLong throttled = new AtomicLong();
    private final AtomicLong notDeleted = new AtomicLong();
    private final AtomicReference<String> firstNotDeleted = new AtomicReference<>();
    private final AtomicLong late = new AtomicLong();
    private final Notices notices;

    SqsIncidents(Notices notices) {
        this.notices = notices;
        this.failed = new LostConnections(notices);
    }

    /** Announces that the run closes its clients, so that their last requests no longer count. */
    void closing() {
        failed.closing();
    }

    /** Counts a request of a consumer. A publisher's is counted with its messages. */
    void failed(String words) {
        failed.lost("request failed", words);
    }

    void throttled() {
        if (throttled.getAndIncrement() == 0) {
            notices.add("SQS throttles requests");
        }
    }

    void notDeleted(int messages, String words) {
        notDeleted.addAndGet(messages);
        firstNotDeleted.compareAndSet(null, words);
    }

    void late(int messages) {
        late.addAndGet(messages);
    }

    List<Finding> list() {
        List<Finding> all = new ArrayList<>();
        failed.finding(FAILED, true).ifPresent(all::add);
        if (throttled.get() > 0) {
            all.add(THROTTLED.found(throttled.get()));
        }
        if (notDeleted.get() > 0) {
            all.add(NOT_DELETED.found(notDeleted.get(), firstNotDeleted.get()));
        }
        if (late.get() > 0) {
            all.add(LATE.found(late.get()));
        }
        return all;
    }
}
