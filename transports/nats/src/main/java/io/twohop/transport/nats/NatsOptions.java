package io.twohop.transport.nats;

import io.nats.client.Options;
import io.twohop.config.ConfigException;
import io.twohop.transport.kit.KeyFiles;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Options of a transport file: their names are checked, their values converted for the client. */
final class NatsOptions {
    private static final String CREDENTIALS = "credential.path";
    private static final String PREFIX = "io.nats.client.";

    /** Stores have no type in this client. */
    private static final String NO_TYPE = "";

    /** Options that the bench sets. */
    private static final List<String> OURS =
            List.of("url", "servers", "name", "callback.connection", "callback.error", "noecho");

    private static final List<String> STREAM_FIELDS = List.of(
            "allow_direct",
            "allow_rollup_hdrs",
            "compression",
            "consumer_limits",
            "deny_delete",
            "deny_purge",
            "discard",
            "discard_new_per_subject",
            "duplicate_window",
            "max_age",
            "max_bytes",
            "max_consumers",
            "max_msg_size",
            "max_msgs",
            "max_msgs_per_subject",
            "no_ack",
            "persist_mode",
            "retention");

    private static final List<String> CONSUMER_FIELDS = List.of(
            "ack_wait",
            "flow_control",
            "idle_heartbeat",
            "inactive_threshold",
            "max_ack_pending",
            "max_batch",
            "max_bytes",
            "max_deliver",
            "max_expires",
            "max_waiting",
            "mem_storage",
            "num_replicas",
            "rate_limit_bps",
            "sample_freq");

    private NatsOptions() {}

    static void check(Map<String, String> client, Map<String, String> stream, Map<String, String> consumer) {
        Map<String, String> known = clientOptions();
        client.keySet().forEach(name -> {
            if (OURS.contains(name)) {
                throw ConfigException.invalid("client." + name, name, "absent: the bench sets it");
            }
            known("client", name, known.keySet());
        });
        stream.keySet().forEach(name -> known("stream", name, STREAM_FIELDS));
        consumer.keySet().forEach(name -> known("consumerOptions", name, CONSUMER_FIELDS));
    }

    /** Whether the client knows an option. */
    static boolean isKnown(String name) {
        return clientOptions().containsKey(name);
    }

    /** Rejects files that the client could not use. */
    static void checkFiles(NatsConfig config) {
        for (String store : List.of("trustStore", "keyStore")) {
            KeyFiles.checkStore("client", config.access().client(), store, store + "Password", NO_TYPE);
        }
        KeyFiles.check("client", config.access().client(), CREDENTIALS);
        KeyFiles.refuseMark("client", config.access().client(), CREDENTIALS);
        config.access().nkey().ifPresent(file -> {
            KeyFiles.readable("nkeyFile", file.toString());
            KeyFiles.refuseMark("nkeyFile", file.toString());
        });
    }

    private static void known(String section, String name, Collection<String> known) {
        if (!known.contains(name)) {
            throw ConfigException.invalid(
                            section + "." + name, name, "an option that NATS knows, or checkProperties: false")
                    .didYouMean(known);
        }
    }

    /** Returns the client's properties by their short names, which the client lists as constants only. */
    private static Map<String, String> clientOptions() {
        Map<String, String> names = new TreeMap<>();
        Arrays.stream(Options.class.getFields())
                .filter(field -> field.getName().startsWith("PROP_") && field.getType() == String.class)
                .map(NatsOptions::constant)
                .forEach(name -> names.put(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name, name));
        return names;
    }

    private static String constant(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Converts options to the client's properties. */
    static Properties properties(Map<String, String> client) {
        Map<String, String> known = clientOptions();
        Properties properties = new Properties();
        client.forEach((name, value) -> properties.setProperty(known.getOrDefault(name, name), value));
        return properties;
    }

    /** Converts fields to JSON; whole numbers and booleans stay unquoted. */
    static String json(Map<String, String> fields) {
        StringBuilder json = new StringBuilder("{");
        fields.forEach((name, value) -> {
            String shown = value.matches("-?\\d{1,18}|true|false") ? value : '"' + value.replace("\"", "\\\"") + '"';
            json.append(json.length() == 1 ? "" : ",")
                    .append('"')
                    .append(name)
                    .append("\":")
                    .append(shown);
        });
        return json.append('}').toString();
    }
}
