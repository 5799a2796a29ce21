package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Envelope;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.stream.Collectors;

/** Which transports can send keys and headers. */
final class Carriers {
    private Carriers() {}

    /** Refuses what a transport cannot send beside a payload, at its place in the workload. */
    static void check(Workload workload, TransportFile transport) {
        for (Envelope.Part part : Envelope.of(workload).parts()) {
            if (!transport.provider().carries().contains(part)) {
                Object asked = switch (part) {
                    case KEYS -> workload.messageKeys();
                    case HEADERS -> workload.headers();
                };
                throw workload.located(ConfigException.invalid(
                        part.key(),
                        asked,
                        "none, since " + transport.common().transport() + " has no " + part.key() + others(part)));
            }
        }
    }

    private static String others(Envelope.Part part) {
        List<String> others = Providers.transports().stream()
                .filter(provider -> provider.carries().contains(part))
                .map(TransportProvider::name)
                .toList();
        return others.isEmpty() ? "" : others.stream().collect(Collectors.joining(" and ", "; ", " have"));
    }
}
