package io.twohop.transport.kafka;

import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A reused direct buffer, into which each record's value is copied for the handler. One thread. */
final class MessageCopy {
    private ByteBuffer message;

    MessageCopy(int maxMessageBytes) {
        this.message = newBuffer(maxMessageBytes);
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    void hand(ConsumerRecord<byte[], ByteBuffer> record, MessageHandler handler) {
        ByteBuffer value = record.value();
        if (value == null) {
            // Only the run should publish here; an empty message counts as foreign.
            handler.onMessage(message.clear().limit(0));
            return;
        }
        if (value.remaining() > message.capacity()) {
            message = newBuffer(value.remaining());
        }
        handler.onMessage(message.clear().put(value).flip());
    }
}
