package io.twohop.transport.aeron;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

class AeronConformanceTest {
    private abstract static class Kit extends TransportConformance<AeronConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"aeron"};
        }

        @Override
        protected TransportProvider<AeronConfig> provider() {
            return new AeronProvider();
        }
    }

    @Nested
    class Ipc extends Kit {
        @Override
        protected AeronConfig config() {
            return Configs.of("mode: ipc\ndriver: embedded\ntermLength: 64KiB");
        }
    }

    @Nested
    class Udp extends Kit {
        @Override
        protected AeronConfig config() {
            return Configs.of("mode: udp\ndriver: embedded\ntermLength: 64KiB");
        }
    }

    @Nested
    class Archive extends Kit {
        @Override
        protected AeronConfig config() {
            return Configs.of("mode: archive\ndriver: embedded\ntermLength: 64KiB\nsegmentLength: 128KiB");
        }
    }

    /** Once with a driver's own process, which takes a second to start for each test. */
    @Tag("exhaustive")
    @Nested
    class OwnProcess extends Kit {
        @Override
        protected AeronConfig config() {
            return Configs.of("mode: ipc\ntermLength: 64KiB");
        }
    }
}
