package io.twohop.system.service;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.twohop.system.service.Message.Header;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A subject of requests, read by a queue group. Replies go to the requester's inbox, or to a subject where there is none. */
final class NatsWire implements Wire {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Connection connection;
    private final Subscription subscription;
    private final String replies;

    /** Returns once every request sent from now on will be read. */
    NatsWire(String url, String requests, String replies) throws IOException, InterruptedException {
        this.replies = replies;
        connection = Nats.connect(url);
        subscription = connection.subscribe(requests, "misbehaving");
        flush();
    }

    private void flush() throws InterruptedException {
        try {
            connection.flush(LIMIT);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the server did not answer within " + LIMIT, e);
        }
    }

    @Override
    public void poll(Duration most, Consumer<Message> requests) throws InterruptedException {
        io.nats.client.Message received = subscription.nextMessage(most);
        if (received != null) {
            List<Header> headers = new ArrayList<>();
            if (received.hasHeaders()) {
                received.getHeaders()
                        .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
            }
            requests.accept(new Message(received.getData(), null, headers, received.getReplyTo()));
        }
    }

    @Override
    public void send(Message reply) {
        Headers headers = new Headers();
        reply.headers().forEach(header -> headers.add(header.name(), header.value()));
        connection.publish(NatsMessage.builder()
                .subject(reply.replyTo() == null ? replies : reply.replyTo())
                .headers(headers)
                .data(reply.payload())
                .build());
    }

    @Override
    public void close() throws InterruptedException {
        flush();
        connection.close();
    }
}
