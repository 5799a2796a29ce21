package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceInputTest {
    /** What a class declares is found above it as well. */
    public abstract static class Echo<T> implements Microservice<T, T> {
        @Override
        public void onEvent(T event, Consumer<? super T> out) {
            out.accept(event);
        }
    }

    public static final class OfOrders extends Echo<OrderEvent> {}

    public static final class OfBytes extends Echo<ByteBuffer> {}

    public static final class OfTexts extends Echo<String> {}

    public static final class OfAnything extends Echo<Object> {}

    public abstract static class Message {
        public static final class Order extends Message {}
    }

    public static final class OfSomeMessages extends Echo<Message.Order> {}

    /** Which of its subclasses a source sends, its type does not say. */
    public static final class Messages implements EventType<Message> {
        @Override
        public String name() {
            return "messages";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Class<Message> eventClass() {
            return Message.class;
        }

        @Override
        public int maxBytes() {
            return 8;
        }

        @Override
        public EventSource<Message> source(long seed) {
            return (sequence, intendedNanos) -> new Message.Order();
        }
    }

    @SuppressWarnings("rawtypes")
    public static final class Raw implements Microservice {
        @Override
        public void onEvent(Object event, Consumer out) {}
    }

    private static Workload read(Class<?> service, String keys) {
        return WorkloadFile.read(
                YamlDocument.parse("w.yaml", "{duration: 1s, rate: 1k, service: " + service.getName() + keys + "}"));
    }

    @ParameterizedTest
    @ValueSource(classes = {OfOrders.class, OfAnything.class, Raw.class})
    void shouldTakeAServiceThatMayTakeTheEvents(Class<?> service) {
        assertThatCode(() -> read(service, "")).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAServiceOfOtherEvents() {
        assertThatThrownBy(() -> read(OfTexts.class, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessage("w.yaml:1:35: service: " + OfTexts.class.getName()
                        + " (expected: a Microservice of OrderEvent, which event order sends; this one takes String,"
                        + " so name an event of that class with -Devent=...)");
    }

    @Test
    void shouldTakeAServiceOfASubclassOfTheEvents() {
        String keys = ", event: " + Messages.class.getName();

        assertThatCode(() -> read(OfSomeMessages.class, keys)).doesNotThrowAnyException();
        assertThatThrownBy(() -> read(OfOrders.class, keys)).hasMessageContaining("a Microservice of Message,");
    }

    @Test
    void shouldJudgeBySizeWhereThatSendsBytes() {
        assertThatCode(() -> read(OfBytes.class, ", size: 64")).doesNotThrowAnyException();
        assertThatThrownBy(() -> read(OfOrders.class, ", size: 64")).hasMessageContaining("so leave size out)");
    }

    @Test
    void shouldNotAskWhereNoServiceIsCalled() {
        assertThatCode(() -> read(OfTexts.class, ", hops: 1")).doesNotThrowAnyException();
    }
}
