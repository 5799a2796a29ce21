package io.twohop.agents;

import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.registry.TransportFile;
import io.twohop.transport.kit.Hosts;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Recognizes NATS servers by their addresses, whatever their hosts are called. */
final class SameServer {
    private SameServer() {}

    /** Returns the first of some URLs that is one of the others; an unknown host matches none. */
    static Optional<String> among(Collection<String> urls, Collection<String> others) {
        Set<String> known = new HashSet<>();
        others.forEach(other -> known.addAll(Hosts.endpoints(other)));
        return urls.stream()
                .filter(url -> Hosts.endpoints(url).stream().anyMatch(known::contains))
                .findFirst();
    }

    /**
     * Refuses a transport file whose broker is the control server: the agents' own messages would disturb the measurement.
     *
     * @throws ConfigException naming the file
     */
    static void refuse(TransportFile transport, Control control) {
        if (!transport.isForeign()) {
            return;
        }
        List<String> urls = transport.servers().orElseThrow().addresses();
        among(urls, control.servers()).ifPresent(url -> {
            throw ConfigException.invalid(
                    transport.name(),
                    Secrets.redact(url),
                    "another server than the control server of --nats, whose messages would be measured as well; or"
                            + " --nats-is-broker");
        });
    }
}
