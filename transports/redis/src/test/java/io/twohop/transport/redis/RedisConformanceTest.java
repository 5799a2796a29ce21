package io.twohop.transport.redis;

import io.twohop.transport.Envelope;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against real servers; two modes share one. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RedisConformanceTest {
    @BeforeAll
    static void shouldHaveAServer() {
        SharedRedis.assume();
    }

    private abstract static class Kit extends TransportConformance<RedisConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"lettuce", "redis-server"};
        }

        @Override
        protected TransportProvider<RedisConfig> provider() {
            return new RedisProvider();
        }
    }

    @Nested
    class Streams extends Kit {
        @Override
        protected RedisConfig config() {
            return SharedRedis.config(SharedRedis.external() + "mode: streams");
        }
    }

    /** Channels carry payloads only. */
    private static final class Channels extends RedisProvider {
        @Override
        public Set<Envelope.Part> carries() {
            return Set.of();
        }
    }

    @Tag("one-jdk")
    @Nested
    class PubSub extends Kit {
        @Override
        protected TransportProvider<RedisConfig> provider() {
            return new Channels();
        }

        @Override
        protected RedisConfig config() {
            return SharedRedis.config(SharedRedis.external() + "mode: pubsub");
        }
    }

    @Tag("exhaustive")
    @Nested
    class Aof extends Kit {
        @Override
        protected RedisConfig config() {
            return SharedRedis.config("aof: always");
        }
    }
}
