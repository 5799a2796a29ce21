package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import io.twohop.transport.Mark;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A publisher to the topics of a channel in turn, and there to the subject of the message's key. */
abstract class SubjectPublisher implements Publisher {
    protected final Connection connection;
    private final Headers shared;
    private final Connections connections;
    private final String[][] subjects;
    private List<Mark> headerMarks = List.of();
    private Optional<Mark> inbox = Optional.empty();
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
        this.shared = headers;
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

    @Override
    public final void marks(List<Mark> marks) {
        headerMarks =
                marks.stream().filter(mark -> mark.part() == Mark.Part.HEADER).toList();
        inbox = marks.stream().filter(mark -> mark.part() == Mark.Part.INBOX).findFirst();
    }

    /** Headers of the next message; null for none. Those with marks are new for each, since the client takes no bytes. */
    final Headers headers() {
        if (headerMarks.isEmpty()) {
            return shared;
        }
        Headers marked = shared == null ? new Headers() : new Headers(shared);
        for (Mark mark : headerMarks) {
            marked.put(mark.name(), text(mark));
        }
        return marked;
    }

    /** The subject of the next message's reply; null for none. */
    final String replyTo() {
        return inbox.isPresent() ? inbox.get().name() + text(inbox.get()) : null;
    }

    private static String text(Mark mark) {
        return new String(mark.value(), StandardCharsets.US_ASCII);
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
