package io.twohop.transport.chronicle;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import org.junit.jupiter.api.Nested;

class ChronicleConformanceTest {
    private abstract static class Kit extends TransportConformance<ChronicleConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"chronicle-queue"};
        }

        @Override
        protected TransportProvider<ChronicleConfig> provider() {
            return new ChronicleProvider();
        }
    }

    @Nested
    class Queue extends Kit {
        @Override
        protected ChronicleConfig config() {
            return Configs.of(Writing.QUEUE, "1s");
        }
    }

    @Nested
    class Async extends Kit {
        @Override
        protected ChronicleConfig config() {
            return Configs.of(Writing.ASYNC, "1s");
        }
    }

    @Nested
    class Sync extends Kit {
        @Override
        protected ChronicleConfig config() {
            return new ChronicleConfig(null, "1s", null, Writing.SYNC, 100, null, null);
        }
    }
}
