package io.twohop.transport.sqs;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Against moto's server, whose latencies mean nothing. It delivers a message twice to receivers that ask at the same time, so each queue has
 * one.
 */
@Tag("one-jdk")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class SqsConformanceTest {
    @BeforeAll
    static void shouldHaveAServer() {
        SharedMoto.assume();
    }

    private abstract static class Kit extends TransportConformance<SqsConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"aws-sdk"};
        }

        /** The server takes milliseconds for each message. */
        @Override
        protected int messages() {
            return 200;
        }

        @Override
        protected TransportProvider<SqsConfig> provider() {
            return new SqsProvider();
        }
    }

    @Nested
    class Standard extends Kit {
        @Override
        protected SqsConfig config() {
            return SharedMoto.config(SharedMoto.external() + "waitTime: 1s");
        }
    }

    @Nested
    class Fifo extends Kit {
        @Override
        protected SqsConfig config() {
            return SharedMoto.config(SharedMoto.external() + "queue: fifo\ngroups: 4\nwaitTime: 1s");
        }
    }
}
