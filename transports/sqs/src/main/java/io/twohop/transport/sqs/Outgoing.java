package io.twohop.transport.sqs;

import io.twohop.transport.Envelope;
import io.twohop.transport.kit.InFlight.Settlement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * A message that waits for a batch.
 *
 * @param group the message group; empty on a standard queue
 * @param id deduplication id; empty on a standard queue
 * @param key number of the key; negative without keys
 */
record Outgoing(byte[] payload, Optional<String> group, Optional<String> id, int key, Settlement<Void> outcome) {
    /** Attribute that has a message's key. */
    static final String KEY = "key";

    private static final String TYPE = "String";

    /** Returns the size that SQS counts: the payload in base64, and names, types and values of attributes. */
    static long bytes(int payloadBytes, Envelope envelope) {
        int attributes = envelope.headers().size() + (envelope.keys() > 0 ? 1 : 0);
        int keyName = envelope.keys() > 0 ? KEY.length() : 0;
        return (payloadBytes + 2L) / 3 * 4 + envelope.bytes() + keyName + (long) attributes * TYPE.length();
    }

    /** Returns the attributes of all messages. */
    static Map<String, MessageAttributeValue> headers(Envelope envelope) {
        Map<String, MessageAttributeValue> headers = new HashMap<>();
        envelope.headers().forEach(header -> headers.put(header.name(), text(header.value())));
        return headers;
    }

    private static MessageAttributeValue text(String value) {
        return MessageAttributeValue.builder().dataType(TYPE).stringValue(value).build();
    }

    /** Returns the entries of a batch, numbered from 0. */
    static List<SendMessageBatchRequestEntry> entries(
            Collection<Outgoing> messages, Map<String, MessageAttributeValue> headers, Envelope envelope) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>(messages.size());
        for (Outgoing message : messages) {
            entries.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageBody(Base64.getEncoder().encodeToString(message.payload))
                    .messageAttributes(message.attributes(headers, envelope))
                    .messageGroupId(message.group.orElse(null))
                    .messageDeduplicationId(message.id.orElse(null))
                    .build());
        }
        return entries;
    }

    private Map<String, MessageAttributeValue> attributes(
            Map<String, MessageAttributeValue> headers, Envelope envelope) {
        if (key < 0) {
            return headers;
        }
        Map<String, MessageAttributeValue> all = new HashMap<>(headers);
        all.put(KEY, text(envelope.key(key)));
        return all;
    }
}
