package io.twohop.testing.lying;

import io.twohop.transport.Envelope;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.util.Set;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A transport whose faults are known: what a verdict is held against. In a YAML file it is named by this class, with the
 * keys of {@link LyingConfig}.
 */
public final class LyingProvider implements TransportProvider<LyingConfig> {
    private final NanoClock clock;

    public LyingProvider() {
        this(SystemNanoClock.INSTANCE);
    }

    public LyingProvider(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "lying";
    }

    @Override
    public Transport open(LyingConfig config, RunContext context) {
        return new LyingTransport(config, clock);
    }

    @Override
    public Set<Envelope.Part> carries() {
        return Set.of(Envelope.Part.KEYS);
    }

    @Override
    public boolean fansOut() {
        return true;
    }
}
