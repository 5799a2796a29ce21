package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;

/** A publisher to the topics of a channel in turn, and there to the subject of the message's key. */
abstract class SubjectPublisher implements Publisher {
    protected final Connection connection;
    protected final Headers headers;
    private final Connections connections;
    private final String[][] subjects;
    private int next;
    private int key;

    /**
     * @param subjects by topic and key
     * @param headers null for none
     */
    SubjectPublisher(Connections connections, Connection connection, String[][] subjects, Headers headers) {
        this.connections = connections;
        this.connection = connection;
        this.subjects = subjects;
        this.headers = headers;
    }

    @Override
    public final void topic(int number) {
        next = number;
    }

    @Override
    public final void key(int number) {
        key = number;
    }

    @Override
    public final int lanes() {
        return subjects.length;
    }

    @Override
    public final int lane() {
        return next;
    }

    /** The subject of the next message. */
    final String subject() {
        return subjects[next][key];
    }

    /** Turns to the next topic, once a message is taken. */
    final void advance() {
        next = next + 1 == subjects.length ? 0 : next + 1;
    }

    /** Returns the message's bytes in an array of their own: the client keeps it until it is sent. */
    static byte[] bytes(ByteBuffer message) {
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        return data;
    }

    @Override
    public final void close() {
        connections.begin(connection);
    }
}
