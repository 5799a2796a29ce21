package io.twohop.cli.omb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.cli.text.TextTable;
import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.config.YamlDocument;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A workload and a driver's file of OpenMessaging Benchmark as files of this bench. */
public final class Bridge {
    private static final String NAME = "name";
    private static final String WORKLOAD_SUFFIX = "-workload.yaml";
    private static final String TRANSPORT_SUFFIX = "-transport.yaml";

    /** Begins each written file, so that no other is overwritten. */
    private static final String MARK = "# Translated by 'bench omb' from ";

    private static final int WIDEST_VALUE = 60;
    private static final int LINE = 110;

    private final Translation workload;
    private final Translation transport;

    private Bridge(Translation workload, Translation transport) {
        this.workload = workload;
        this.transport = transport;
    }

    /**
     * Translates both files.
     *
     * @param embedded whether the run starts the servers, instead of using those that the driver's file names
     * @throws ConfigException for a key that neither OpenMessaging Benchmark nor Redpanda's fork has, and for a driver of a system without
     *     a transport; other refusals come from {@link #check}
     */
    public static Bridge of(Path workloadFile, Path driverFile, boolean embedded) {
        Translation workload = new Translation(YamlDocument.read(workloadFile));
        Translation transport = new Translation(YamlDocument.read(driverFile));
        if (workload.source().keys().contains(Drivers.CLASS)) {
            throw workload.source()
                    .invalid(Drivers.CLASS, "in the first file", "a workload first, and the driver's file behind it");
        }
        Driver driver = Drivers.of(transport.source());
        checkTransport(driver, transport.source());
        driver.refuse(transport.source());
        Map<String, Type> keys = new LinkedHashMap<>(driver.keys());
        keys.put(NAME, String.class);
        keys.put(Drivers.CLASS, String.class);
        refuseReferences(transport);
        Map<String, Object> given = transport.source().bind(keys);
        if (given.containsKey(NAME)) {
            transport.row(NAME, given.get(NAME)).mapped("description", given.get(NAME));
        }
        transport.row(Drivers.CLASS, given.get(Drivers.CLASS)).mapped("transport", driver.transport());
        driver.translate(transport, given, embedded);
        WorkloadTranslator.translate(workload, driver);
        return new Bridge(workload, transport);
    }

    private static void checkTransport(Driver driver, YamlDocument file) {
        try {
            Providers.transport(driver.transport());
        } catch (ConfigException e) {
            throw file.invalid(
                    Drivers.CLASS,
                    file.text(Drivers.CLASS).orElse(""),
                    "transport " + driver.transport() + " on --classpath (docs/nats.md)");
        }
    }

    /**
     * Refuses references, which would be looked up here, but reach a client of OpenMessaging Benchmark unchanged. The error leaves out the value: a
     * block of properties may have secrets elsewhere.
     */
    private static void refuseReferences(Translation file) {
        file.source().toTree().properties().stream()
                .filter(entry -> YamlDocument.refers(entry.getValue().toString()))
                .findFirst()
                .ifPresent(entry -> {
                    throw ConfigException.inFile(
                            Path.of(file.source().sourceName()),
                            file.line(entry.getKey()),
                            entry.getKey(),
                            "${...}",
                            "the value itself, since it would be looked up here and not by the client");
                });
    }

    /** @throws ConfigException for the first key without which a run would measure something else */
    public void check() {
        workload.check();
        transport.check();
    }

    /** Returns the workload, in which each value has the position of the key that it comes from. */
    public YamlDocument workload() {
        return workload.document();
    }

    /** Returns the transport file, in which each value has the position of the key that it comes from. */
    public YamlDocument transport() {
        return transport.document();
    }

    /** Prints a table for each file, which shows how each key is treated. */
    public void print(PrintStream out) {
        print(workload, workload.tree(), out);
        print(transport, shown(), out);
    }

    private static void print(Translation file, JsonNode shown, PrintStream out) {
        out.println(file.source().sourceName() + ", of OpenMessaging Benchmark:");
        TextTable table = new TextTable().left(0).left(0).left(0).left(0).left(0);
        table.row(List.of("key", "value", "treatment", "ours", "remark"));
        for (Remark remark : file.remarks()) {
            boolean hidden = isHidden(file.tree(), shown, remark.target());
            String ours = remark.target().isEmpty()
                    ? "-"
                    : remark.target() + ": " + (hidden ? Secrets.REDACTED : shortened(remark.ours()));
            table.row(List.of(
                    remark.key(),
                    hidden ? Secrets.REDACTED : shortened(remark.value()),
                    remark.treatment().text(),
                    ours,
                    remark.why()));
        }
        table.print("  ", out);
        out.println();
    }

    private static String shortened(String text) {
        String line = Secrets.redact(text).replaceAll("\\p{Cntrl}", " ");
        return line.length() <= WIDEST_VALUE ? line : line.substring(0, WIDEST_VALUE) + "...";
    }

    /** Returns the transport file without secrets, which the transport knows best unless its keys are wrong. */
    private JsonNode shown() {
        try {
            return TransportFile.of(transport.document()).shown();
        } catch (ConfigException e) {
            return Secrets.redact(transport.tree());
        }
    }

    private static boolean isHidden(ObjectNode tree, JsonNode shown, String target) {
        int dot = target.indexOf('.');
        if (target.isEmpty() || tree.has(target) || dot < 0) {
            return isHidden(tree.path(target), shown.path(target));
        }
        String section = target.substring(0, dot);
        String name = target.substring(dot + 1);
        return isHidden(tree.path(section).path(name), shown.path(section).path(name));
    }

    private static boolean isHidden(JsonNode value, JsonNode shown) {
        return value.isTextual() && shown.isTextual() && !value.equals(shown);
    }

    /**
     * Writes both files into a directory, which is created if absent.
     *
     * @return the files, the workload first
     * @throws ConfigException if a file of that name exists that was not written this way
     */
    public List<Path> write(Path directory) throws IOException {
        Path ours = directory.resolve(workload.source().name() + WORKLOAD_SUFFIX);
        Path theirs = directory.resolve(transport.source().name() + TRANSPORT_SUFFIX);
        refuseOther(ours);
        refuseOther(theirs);
        Files.createDirectories(directory);
        Files.writeString(ours, workloadText());
        Files.writeString(theirs, transportText());
        return List.of(ours, theirs);
    }

    private static void refuseOther(Path file) throws IOException {
        if (Files.exists(file)
                && (!Files.isRegularFile(file) || !Files.readString(file).startsWith(MARK))) {
            throw ConfigException.invalid("--print", file, "a directory without another file of this name");
        }
    }

    /** Returns our workload with a comment on each key. */
    public String workloadText() {
        return text(workload, workload.tree(), workload.tree());
    }

    /** Returns our transport file with a comment on each key; environment variables stand for secrets. */
    public String transportText() {
        JsonNode shown = shown();
        ObjectNode tree = transport.tree().deepCopy();
        tree.properties().forEach(entry -> {
            String key = entry.getKey();
            if (entry.getValue() instanceof ObjectNode section) {
                section.properties().stream()
                        .filter(inner ->
                                isHidden(inner.getValue(), shown.path(key).path(inner.getKey())))
                        .toList()
                        .forEach(inner -> section.put(inner.getKey(), reference(inner.getKey())));
            } else if (isHidden(entry.getValue(), shown.path(key))) {
                tree.put(key, reference(key));
            }
        });
        return text(transport, tree, shown);
    }

    private static String reference(String key) {
        return "${env:OMB_" + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_") + "}";
    }

    private static String text(Translation file, ObjectNode tree, JsonNode shown) {
        StringBuilder text = new StringBuilder(MARK + file.source().sourceName().replaceAll("\\p{Cntrl}", " ") + "\n");
        List<Remark> left = new ArrayList<>(file.remarks());
        for (Map.Entry<String, JsonNode> entry : tree.properties()) {
            text.append('\n');
            left.stream()
                    .filter(remark -> remark.isUnder(entry.getKey()))
                    .forEach(remark -> comment(file, remark, shown, text));
            left.removeIf(remark -> remark.isUnder(entry.getKey()));
            ObjectNode alone = tree.objectNode();
            alone.set(entry.getKey(), entry.getValue());
            text.append(YamlDocument.toYaml(alone));
        }
        if (!left.isEmpty()) {
            text.append("\n# Without a key here:\n");
            left.forEach(remark -> comment(file, remark, shown, text));
        }
        return text.toString();
    }

    private static void comment(Translation file, Remark remark, JsonNode shown, StringBuilder text) {
        boolean hidden = isHidden(file.tree(), shown, remark.target());
        String value = hidden ? Secrets.REDACTED : shortened(remark.value());
        String whole = Texts.format(
                "%s: %s, %s%s%s",
                remark.key(),
                value,
                remark.treatment().text(),
                remark.why().isEmpty() ? "" : ": " + remark.why(),
                hidden ? "; set the environment variable" : "");
        StringBuilder line = new StringBuilder("#");
        for (String word : whole.replaceAll("\\p{Cntrl}", " ").split(" ")) {
            if (line.length() + 1 + word.length() > LINE) {
                text.append(line).append('\n');
                line = new StringBuilder("#  ");
            }
            line.append(' ').append(word);
        }
        text.append(line).append('\n');
    }
}
