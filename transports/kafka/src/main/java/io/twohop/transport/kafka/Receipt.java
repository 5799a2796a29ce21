package io.twohop.transport.kafka;

import io.twohop.transport.AppendTimes;
import io.twohop.transport.kit.InFlight;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Takes the outcome of one record at a time, with its append time where a run wants it. */
final class Receipt implements Callback {
    private final InFlight.Settlement<Receipt> outcome;
    private AppendTimes times = AppendTimes.NONE;
    private long number;
    private long sentMillis;

    Receipt(InFlight.Settlement<Receipt> outcome) {
        this.outcome = outcome;
    }

    /**
     * Prepares for a record; its publisher's thread.
     *
     * @return the record's time: now
     */
    Long begin(AppendTimes itsTimes) {
        times = itsTimes;
        number = times.next();
        sentMillis = System.currentTimeMillis();
        return sentMillis;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, Exception failure) {
        // Without acknowledgements the client knows no time.
        if (failure == null && metadata.hasTimestamp()) {
            times.appended(number, sentMillis, metadata.timestamp());
        }
        outcome.complete(failure);
    }
}
