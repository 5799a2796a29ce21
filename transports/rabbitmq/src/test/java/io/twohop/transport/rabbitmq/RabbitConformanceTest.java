package io.twohop.transport.rabbitmq;

import io.twohop.config.YamlDocument;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against one real server, which all tests share. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RabbitConformanceTest {
    @BeforeAll
    static void shouldHaveAServer() {
        SharedRabbit.assume();
    }

    private abstract static class Kit extends TransportConformance<RabbitConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"amqp-client", "rabbitmq-server"};
        }

        @Override
        protected TransportProvider<RabbitConfig> provider() {
            return new RabbitProvider();
        }

        @Override
        protected RabbitConfig config() {
            return YamlDocument.parse("test.yaml", SharedRabbit.external() + "queue: " + queue())
                    .bind(RabbitConfig.class);
        }

        abstract String queue();
    }

    @Nested
    class Classic extends Kit {
        @Override
        String queue() {
            return "classic";
        }
    }

    @Tag("exhaustive")
    @Nested
    class Transient extends Kit {
        @Override
        String queue() {
            return "transient";
        }
    }

    @Tag("one-jdk")
    @Nested
    class Quorum extends Kit {
        @Override
        String queue() {
            return "quorum";
        }
    }
}
