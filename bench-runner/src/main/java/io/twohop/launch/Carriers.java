package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Envelope;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Keys;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.function.Predicate;

/** Which transports can send keys and headers, and each message to several subscribers. */
final class Carriers {
    private Carriers() {}

    /** Refuses what a transport cannot do with a message, at its place in the workload. */
    static void check(Workload workload, Scenario scenario, TransportFile transport) {
        String name = transport.common().transport();
        for (Envelope.Part part : Envelope.of(scenario.payload()).parts()) {
            if (!transport.provider().carries().contains(part)) {
                boolean ofFile = part == Envelope.Part.KEYS && workload.messageKeys() == null;
                Object asked = switch (part) {
                    case KEYS -> ofFile ? workload.arrivals().key() : workload.messageKeys();
                    case HEADERS -> workload.headers();
                };
                throw workload.located(ConfigException.invalid(
                        ofFile ? "arrivals.key" : part.key(),
                        asked,
                        "none, since " + name + " has no " + part.key()
                                + others(provider -> provider.carries().contains(part), "")));
            }
        }
        if (workload.subscribers() > 1 && !transport.provider().fansOut()) {
            throw workload.located(ConfigException.invalid(
                    Keys.SUBSCRIBERS.name(),
                    workload.subscribers(),
                    "1, since " + name + " has one subscriber" + others(TransportProvider::fansOut, " several")));
        }
    }

    private static String others(Predicate<TransportProvider<?>> able, String what) {
        List<String> others = Providers.transports().stream()
                .filter(able)
                .map(TransportProvider::name)
                .toList();
        if (others.isEmpty()) {
            return "";
        }
        return "; " + String.join(" and ", others) + (others.size() == 1 ? " has" : " have") + what;
    }
}
