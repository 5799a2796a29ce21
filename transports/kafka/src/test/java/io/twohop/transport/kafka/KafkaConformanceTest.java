package io.twohop.transport.kafka;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against a real broker. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
class KafkaConformanceTest {
    private abstract static class Kit extends TransportConformance<KafkaConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"kafka-clients"};
        }

        @Override
        protected TransportProvider<KafkaConfig> provider() {
            return new KafkaProvider();
        }
    }

    @Nested
    class InOrder extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.config(1, 1, Map.of("acks", "all"));
        }
    }

    @Tag("exhaustive")
    @Nested
    class SeveralPartitions extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.config(4, 1, Map.of("acks", "1", "linger.ms", "1"));
        }
    }

    @Tag("exhaustive")
    @Nested
    class WithoutAcknowledgements extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.config(2, 1, Map.of("acks", "0"));
        }
    }

    @Tag("one-jdk")
    @Nested
    class WithTransactions extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.config(2, 1, 1, true, Map.of(), Map.of());
        }
    }

    @Tag("one-jdk")
    @Nested
    class ShareGroupExplicit extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.share(1, 4, "explicit");
        }
    }

    @Tag("exhaustive")
    @Nested
    class ShareGroupImplicit extends Kit {
        @Override
        protected KafkaConfig config() {
            return SharedBroker.share(2, 1, "implicit");
        }
    }
}
