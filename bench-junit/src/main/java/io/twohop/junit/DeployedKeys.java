package io.twohop.junit;

import io.twohop.BenchmarkBuilder;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The workload's keys for a {@link Deployed} service. */
final class DeployedKeys {
    private final Deployed service;

    DeployedKeys(Deployed service) {
        this.service = service;
    }

    /** Returns whether there is such a service at all. */
    boolean arePresent() {
        return !service.requests().isEmpty();
    }

    void set(BenchmarkBuilder builder) {
        Given.of("@Deployed replyField", text(service.replyField()))
                .onlyIf(!service.field().isEmpty(), "none without field");
        Given.of("@Deployed fields", service.fields().length == 0 ? null : String.join(", ", service.fields()))
                .onlyIf(!service.event().isEmpty(), "none without event, whose bytes they change");
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("deployed", "true");
        keys.put("requests", quoted(service.requests()));
        Map<String, String> replies = replies();
        if (!replies.isEmpty()) {
            keys.put("replies", mapping(replies));
        }
        keys.put("correlate", mapping(correlation()));
        builder.set("service", mapping(keys));
        if (!service.event().isEmpty()) {
            Map<String, String> event = new LinkedHashMap<>();
            event.put("file", quoted(file(service.event()).toString()));
            Map<String, String> fields = fields();
            if (!fields.isEmpty()) {
                event.put("fields", mapping(fields));
            }
            builder.set("event", mapping(event));
        }
    }

    private static String text(String attribute) {
        return attribute.isEmpty() ? null : attribute;
    }

    private Map<String, String> replies() {
        Map<String, String> replies = new LinkedHashMap<>();
        if (!service.replies().isEmpty()) {
            replies.put("topic", quoted(service.replies()));
        }
        if (!service.perRequest().equals("1")) {
            replies.put("perRequest", quoted(service.perRequest()));
        }
        return replies;
    }

    private Map<String, String> correlation() {
        Map<String, String> correlation = new LinkedHashMap<>();
        if (!service.field().isEmpty()) {
            correlation.put(
                    "field",
                    service.replyField().isEmpty()
                            ? quoted(service.field())
                            : mapping(
                                    Map.of("request", quoted(service.field()), "reply", quoted(service.replyField()))));
        }
        if (service.key()) {
            correlation.put("key", "true");
        }
        if (!service.header().isEmpty()) {
            correlation.put("header", quoted(service.header()));
        }
        if (service.inbox()) {
            correlation.put("inbox", "true");
        }
        return correlation;
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!service.field().isEmpty()) {
            fields.put(quoted(service.field()), service.uuid() ? "uuid" : "number");
        }
        for (Attributes.Pair pair : Attributes.pairs("@Deployed fields", service.fields())) {
            fields.put(quoted(pair.key()), quoted(pair.value()));
        }
        return fields;
    }

    /** Returns a path, or the file of a resource. */
    private static Path file(String name) {
        if (Files.exists(Path.of(name))) {
            return Path.of(name).toAbsolutePath();
        }
        URL resource = Thread.currentThread().getContextClassLoader().getResource(name);
        if (resource == null || !resource.getProtocol().equals("file")) {
            throw ConfigException.invalid("@Deployed event", name, "a file or directory, also of the test's resources");
        }
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String mapping(Map<String, String> keys) {
        List<String> pairs = new ArrayList<>();
        keys.forEach((key, value) -> pairs.add(key + ": " + value));
        return pairs.stream().collect(Collectors.joining(", ", "{", "}"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
