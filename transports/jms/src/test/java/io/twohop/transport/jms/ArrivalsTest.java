package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ArrivalsTest {
    private static final long LONG_NANOS = Duration.ofSeconds(30).toNanos();

    private final List<Message> acknowledged = Collections.synchronizedList(new ArrayList<>());
    private final List<Message> handled = new ArrayList<>();
    private final Arrivals arrivals = new Arrivals(acknowledged::add);
    private final Message message = new ActiveMQBytesMessage();

    private CompletableFuture<Void> arrive() {
        return CompletableFuture.runAsync(() -> arrivals.onMessage(message));
    }

    @Test
    void shouldAcknowledgeOnTheSessionsThreadOnceItWasHandled() {
        CompletableFuture<Void> session = arrive();

        boolean taken = arrivals.take(LONG_NANOS, next -> {
            assertThat(acknowledged).isEmpty();
            handled.add(next);
        });
        session.join();

        assertThat(taken).isTrue();
        assertThat(handled).containsExactly(message);
        assertThat(acknowledged).containsExactly(message);
        assertThat(arrivals.take(0, handled::add)).isFalse();
    }

    @Test
    void shouldNotAcknowledgeWhatCouldNotBeHandled() {
        CompletableFuture<Void> session = arrive();

        assertThatThrownBy(() -> arrivals.take(LONG_NANOS, next -> {
                    throw new IllegalArgumentException("not handled");
                }))
                .hasMessage("not handled");
        arrivals.close();

        assertThatThrownBy(session::join).isInstanceOf(CompletionException.class);
        assertThat(acknowledged).isEmpty();
    }

    @Test
    void shouldLetTheSessionGoAtClosing() {
        CompletableFuture<Void> session = arrive();

        arrivals.close();

        assertThatThrownBy(session::join).hasMessageContaining("closed");
        assertThat(acknowledged).isEmpty();
    }
}
