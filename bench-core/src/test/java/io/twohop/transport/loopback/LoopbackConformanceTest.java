package io.twohop.transport.loopback;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;

class LoopbackConformanceTest extends TransportConformance {
    @Override
    protected TransportProvider provider() {
        return new LoopbackProvider();
    }

    @Override
    protected Record config() {
        return new LoopbackConfig(null);
    }
}
