package io.twohop.system.pipe;

import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;

class PipeConformanceTest extends TransportConformance<PipeProvider.Config> {
    @Override
    protected TransportProvider<PipeProvider.Config> provider() {
        return new PipeProvider();
    }

    @Override
    protected PipeProvider.Config config() {
        return new PipeProvider.Config(null);
    }
}
