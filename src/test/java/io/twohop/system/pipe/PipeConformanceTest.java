package io.twohop.system.pipe;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;

class PipeConformanceTest extends TransportConformance {
    @Override
    protected TransportProvider provider() {
        return new PipeProvider();
    }

    @Override
    protected Record config() {
        return new PipeProvider.Config(null);
    }
}
