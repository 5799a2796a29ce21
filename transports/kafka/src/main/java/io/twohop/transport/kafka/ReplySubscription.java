package io.twohop.transport.kafka;

import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;

/** A consumer of an existing topic, which hands out keys and headers as well. */
final class ReplySubscription extends KafkaSubscription {
    private final Beside beside = new Beside();

    ReplySubscription(Consumer<byte[], ByteBuffer> consumer, int maxMessageBytes) {
        super(consumer, maxMessageBytes);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        ConsumerRecords<byte[], ByteBuffer> records = receive(maxWaitNanos);
        for (ConsumerRecord<byte[], ByteBuffer> record : records) {
            beside.record = record;
            handler.beside(beside);
            hand(record, handler);
        }
        return records.count();
    }

    private static final class Beside implements Incoming {
        private ConsumerRecord<byte[], ByteBuffer> record;

        @Override
        public byte[] key() {
            return record.key();
        }

        @Override
        public byte[] header(String name) {
            Header last = record.headers().lastHeader(name);
            return last == null ? null : last.value();
        }

        @Override
        public long appendedMillis() {
            return record.timestampType() == TimestampType.LOG_APPEND_TIME ? record.timestamp() : -1;
        }
    }
}
