package io.twohop.system.pipe;

import io.twohop.config.ConfigException;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.util.List;

/** The transport that docs/adding-a-transport.md builds: messages through pipes of the JDK. */
public final class PipeProvider implements TransportProvider<PipeProvider.Config> {
    /** @param buffered how many messages may wait in a pipe */
    public record Config(Integer buffered) {
        public Config {
            buffered = buffered == null ? 1_024 : buffered;
            if (buffered < 1) {
                throw ConfigException.invalid("buffered", buffered, "at least 1 message");
            }
        }
    }

    @Override
    public String name() {
        return "pipe";
    }

    @Override
    public String description() {
        return "a queue of the JDK between the threads";
    }

    @Override
    public Transport open(Config config, RunContext context) {
        return new PipeTransport(config.buffered());
    }

    @Override
    public List<String> files() {
        return List.of("pipe.yaml");
    }
}
