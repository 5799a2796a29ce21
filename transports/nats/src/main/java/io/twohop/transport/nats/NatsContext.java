package io.twohop.transport.nats;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.transport.kit.Broker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The keys of a transport file that a context of NATS's command stands for. */
final class NatsContext {
    private static final Map<String, String> KEYS = Map.of(
            "url", "url",
            "user", "client.username",
            "password", "client.password",
            "token", "client.token",
            "creds", "client.credential.path",
            "nkey", "nkeyFile",
            "inbox_prefix", "client.inbox.prefix",
            "tls_first", "client.tls.first");

    private static final Set<String> OF_THE_COMMAND = Set.of("name", "description", "color_scheme");
    private static final Set<String> SECRET = Set.of("user", "password", "token");
    private static final String HOME = "~/";
    private static final Set<String> PEM = Set.of("cert", "key", "ca");

    private NatsContext() {}

    /** @param settings those that are empty or false, as the command writes them, mean nothing */
    static Map<String, String> keysOf(Map<String, String> settings) {
        Map<String, String> keys = new LinkedHashMap<>();
        settings.forEach((name, value) -> {
            boolean isOff = value.equals("false") && !SECRET.contains(name);
            if (value.isEmpty() || isOff || OF_THE_COMMAND.contains(name)) {
                return;
            }
            if (PEM.contains(name)) {
                throw ConfigException.invalid(
                        name,
                        value,
                        "a store that Java reads (PKCS12), in a transport file under client: keystore.path, truststore.path");
            }
            if (!KEYS.containsKey(name)) {
                // The value may be a seed.
                throw ConfigException.invalid(
                        "context",
                        name,
                        "one of "
                                + String.join(
                                        ", ", KEYS.keySet().stream().sorted().toList()));
            }
            keys.put(
                    KEYS.get(name),
                    value.startsWith(HOME) ? System.getProperty("user.home") + value.substring(1) : value);
        });
        if (keys.containsKey("url")) {
            keys.put("broker", Enums.text(Broker.EXTERNAL));
        }
        return keys;
    }
}
