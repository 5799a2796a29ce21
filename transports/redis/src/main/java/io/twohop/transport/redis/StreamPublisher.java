package io.twohop.transport.redis;

import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Envelope;
import io.twohop.transport.Mark;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Appends messages to streams; the reply is the entry's id. Keys and headers are further fields. */
final class StreamPublisher extends RedisPublisher {
    static final String PAYLOAD = RedisConfig.Fields.DEFAULT;

    private static final String KEY = "k";

    /** A message for a deleted stream would make it again, and nobody would delete that. */
    private static final XAddArgs EXISTING = XAddArgs.Builder.nomkstream();

    private final String payloadField;
    private final Envelope envelope;
    private final byte[][] keys;
    private List<Mark> marks = List.of();
    private int key;

    StreamPublisher(
            StatefulRedisConnection<String, byte[]> connection,
            String[] streams,
            String payloadField,
            Envelope envelope,
            int maxInFlight,
            Acknowledgements acknowledgements) {
        super(connection, streams, maxInFlight, acknowledgements);
        this.payloadField = payloadField;
        this.envelope = envelope;
        this.keys = new byte[envelope.keys()][];
    }

    @Override
    public void key(int number) {
        if (keys[number] == null) {
            keys[number] = envelope.key(number).getBytes(StandardCharsets.US_ASCII);
        }
        key = number;
    }

    @Override
    public void marks(List<Mark> ofEach) {
        marks = ofEach;
    }

    @Override
    CompletionStage<?> send(RedisAsyncCommands<String, byte[]> commands, String stream, byte[] message) {
        return commands.xadd(stream, EXISTING, fields(message));
    }

    private Object[] fields(byte[] message) {
        List<Envelope.Header> headers = envelope.headers();
        Object[] fields = new Object[2 + (keys.length > 0 ? 2 : 0) + 2 * headers.size() + 2 * marks.size()];
        fields[0] = payloadField;
        fields[1] = message;
        int at = 2;
        if (keys.length > 0) {
            fields[at++] = KEY;
            fields[at++] = keys[key];
        }
        for (int i = 0; i < headers.size(); i++) {
            fields[at++] = headers.get(i).name();
            fields[at++] = headers.get(i).bytes();
        }
        for (int i = 0; i < marks.size(); i++) {
            fields[at++] = marks.get(i).name();
            // The client encodes on a thread of its own, when the next number may be in the mark.
            fields[at++] = marks.get(i).value().clone();
        }
        return fields;
    }
}
