package io.twohop.transport.jms;

import io.twohop.config.YamlDocument;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.jms.broker.BrokerKind;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against real brokers, one of each kind for all tests that need none of their own. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class JmsConformanceTest {
    private abstract static class Kit extends TransportConformance<JmsConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"jms-client"};
        }

        @Override
        protected TransportProvider<JmsConfig> provider() {
            return new JmsProvider();
        }

        @Override
        protected JmsConfig config() {
            return YamlDocument.parse("test.yaml", yaml()).bind(JmsConfig.class);
        }

        abstract String yaml();
    }

    @Nested
    class ArtemisAsAUsersOwn extends Kit {
        @Override
        String yaml() {
            return SharedBrokers.external(BrokerKind.ARTEMIS, "?blockOnNonDurableSend=true");
        }
    }

    @Tag("exhaustive")
    @Nested
    class ArtemisInItsJournal extends Kit {
        @Override
        String yaml() {
            return SharedBrokers.inJournal() + "acknowledge: 101";
        }
    }

    @Tag("one-jdk")
    @Nested
    class ClassicAsAUsersOwn extends Kit {
        @Override
        String yaml() {
            return SharedBrokers.external(BrokerKind.CLASSIC, "?jms.alwaysSyncSend=true");
        }
    }
}
