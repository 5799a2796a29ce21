package io.twohop.junit;

import io.twohop.Benchmark;
import io.twohop.BenchmarkBuilder;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The attributes of a test method's annotation, with those of its class as defaults. */
final class Attributes {
    private static final YamlDocument DEFAULTS =
            YamlDocument.parse("latency-test.yaml", "warmup: 2s\nduration: 5s\nfloor: 0s\n");
    private static final String TRANSPORT_PREFIX = "transport.";

    private final LatencyTest method;
    private final Optional<LatencyTest> type;
    private final List<String> shared;

    /**
     * @param type the class's annotation
     * @param shared transport files of servers that the tests share
     */
    Attributes(LatencyTest method, Optional<LatencyTest> type, List<String> shared) {
        this.method = method;
        this.type = type;
        this.shared = shared;
    }

    /** Returns the method's attribute, or the class's if the method has the default. */
    private <T> T value(Class<T> wanted, String name) {
        try {
            Method attribute = LatencyTest.class.getDeclaredMethod(name);
            Object own = attribute.invoke(method);
            boolean unset = same(own, attribute.getDefaultValue());
            return wanted.cast(unset && type.isPresent() ? attribute.invoke(type.get()) : own);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean same(Object one, Object other) {
        return one.getClass().isArray() ? Array.getLength(one) == 0 && Array.getLength(other) == 0 : one.equals(other);
    }

    List<String> transports() {
        String[] transports = value(String[].class, "transport");
        List<String> all = transports.length == 0 ? shared : List.of(transports);
        if (all.isEmpty()) {
            throw ConfigException.invalid("@LatencyTest transport", null, "a transport file, such as chronicle.yaml");
        }
        return all;
    }

    int cores() {
        return value(Integer.class, "cores");
    }

    int retries() {
        return value(Integer.class, "retries");
    }

    boolean judged() {
        return value(Boolean.class, "judged");
    }

    Unavailable whenUnavailable() {
        return value(Unavailable.class, "whenUnavailable");
    }

    /** Returns the workload with all combinations, the same for each transport. */
    Workload workload() {
        // The builder needs a transport, which the workload does not depend on.
        BenchmarkBuilder builder = builder(transports().get(0)).workload(file());
        long[] rates = value(long[].class, "rate");
        if (rates.length > 0) {
            builder.set(
                    "rate", list(Arrays.stream(rates).mapToObj(Long::toString).toList()));
        }
        String[] sizes = value(String[].class, "size");
        if (sizes.length > 0) {
            builder.set("size", list(List.of(sizes)));
        }
        set(builder, "warmup", value(String.class, "warmup"));
        set(builder, "duration", value(String.class, "duration"));
        int forks = value(Integer.class, "forks");
        if (forks > 0) {
            builder.forks(forks);
        }
        set(builder, "event", className("event"));
        set(builder, "service", className("service"));
        DeployedKeys deployed = new DeployedKeys(value(Deployed.class, "deployed"));
        if (deployed.arePresent()) {
            refuseBesideDeployed("service");
            refuseBesideDeployed("event");
            deployed.set(builder);
        }
        for (Pair pair : pairs()) {
            if (!pair.key().startsWith(TRANSPORT_PREFIX)) {
                builder.set(pair.key(), pair.value());
            }
        }
        return builder.build().workload();
    }

    /** Creates a builder that has no workload yet. */
    BenchmarkBuilder builder(String transport) {
        BenchmarkBuilder builder = Benchmark.builder().transport(transport);
        String codec = value(String.class, "codec");
        if (!codec.isEmpty()) {
            builder.codec(codec);
        }
        for (Pair pair : pairs()) {
            if (pair.key().startsWith(TRANSPORT_PREFIX)) {
                builder.setTransport(pair.key().substring(TRANSPORT_PREFIX.length()), pair.value());
            }
        }
        if (value(Boolean.class, "consent")) {
            builder.consent();
        }
        return value(Boolean.class, "inProcess") ? builder.inProcess() : builder;
    }

    /** A key and its value. */
    record Pair(String key, String value) {
        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    private List<Pair> pairs() {
        return pairs("@LatencyTest set", value(String[].class, "set"));
    }

    /**
     * Splits texts of the form {@code key=value}.
     *
     * @param attribute the annotation's attribute, for errors
     */
    static List<Pair> pairs(String attribute, String[] texts) {
        List<Pair> pairs = new ArrayList<>();
        for (String text : texts) {
            String[] parts = text.split("=", 2);
            if (parts.length < 2) {
                throw ConfigException.invalid(attribute, text, "\"key=value\"");
            }
            pairs.add(new Pair(parts[0], parts[1]));
        }
        return pairs;
    }

    private void refuseBesideDeployed(String attribute) {
        String name = className(attribute);
        if (!name.isEmpty()) {
            throw ConfigException.invalid(
                    "@LatencyTest " + attribute, name, "none beside deployed, which names its own");
        }
    }

    private String className(String attribute) {
        Class<?> type = value(Class.class, attribute);
        return type == Void.class ? "" : type.getName();
    }

    private static void set(BenchmarkBuilder builder, String key, String value) {
        if (!value.isEmpty()) {
            builder.set(key, value);
        }
    }

    private static String list(List<String> values) {
        return values.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private YamlDocument file() {
        String name = value(String.class, "workload");
        if (name.isEmpty()) {
            return DEFAULTS;
        }
        if (Files.exists(Path.of(name))) {
            return YamlDocument.read(Path.of(name));
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try (InputStream in = loader.getResourceAsStream(name)) {
            if (in == null) {
                throw ConfigException.invalid("@LatencyTest workload", name, "a file, or a resource on the class path");
            }
            return YamlDocument.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
