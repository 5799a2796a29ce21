package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.schema.FileSchema;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schemas of docs/schema, judged by a validator that knows nothing of the program. */
class SchemaTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Path SCHEMAS = HOME.resolve("docs/schema");
    private static final String MODELINE = "# yaml-language-server: $schema=";

    private static final Map<String, Schema> COMPILED = new ConcurrentHashMap<>();
    private static final String WORKLOAD = "rate: 1k\nduration: 5s";

    static Stream<FileSchema> kinds() {
        return Stream.concat(
                Stream.of(FileSchema.workload()),
                Providers.transports().stream()
                        .filter(provider -> !provider.name().equals("pipe"))
                        .map(FileSchema::of));
    }

    /** Every workload and transport file that is shipped. */
    static List<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.walk(HOME)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> file.getParent().endsWith("workloads")
                            || file.getParent().endsWith("main/resources")
                            || file.startsWith(HOME.resolve("examples")))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    private static String kind(Path file) {
        return YamlDocument.read(file).text("transport").orElse("workload");
    }

    private static List<String> refusals(String kind, String yaml) {
        return COMPILED.computeIfAbsent(kind, SchemaTest::compile).validate(yaml, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }

    private static Schema compile(String kind) {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(SCHEMAS.resolve(kind + ".json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To update a schema: {@code bench help keys --schema}, or with a transport file in place of keys. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldBeWhatTheProgramSays(FileSchema kind) throws IOException {
        JsonNode committed = new ObjectMapper()
                .readTree(SCHEMAS.resolve(kind.name() + ".json").toFile());

        assertThat(committed).isEqualTo(kind.json());
        assertThat(kind.keys())
                .allSatisfy(key -> assertThat(key.help()).as(key.name()).isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shouldAllowAndBeNamedInEveryShippedFile(Path file) throws IOException {
        String yaml = Files.readString(file);

        assertThat(refusals(kind(file), yaml)).isEmpty();
        String first = yaml.lines().findFirst().orElseThrow();
        assertThat(first).startsWith(MODELINE);
        assertThat(file.resolveSibling(first.substring(MODELINE.length())).normalize())
                .isEqualTo(SCHEMAS.resolve(kind(file) + ".json"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload | rate: fast",
                "workload | rate: 1k per second",
                "workload | rat: 1k",
                "workload | {rate: 1k, warmup: 10}",
                "workload | {rate: 1k, layout: sngle}",
                "workload | {rate: 1k, service: {name: pass-through, proces: true}}",
                "workload | {rate: 1k, faults: [{at: 1s, target: broker, action: kil}]}",
                "workload | {rate: 1k, jvm: {gc: g2}}",
                "workload | {rate: 1k, keys: {cuont: 10}}",
                "workload | {rate: 1k, size: {unifrom: [1, 2]}}",
                "workload | {rate: 1k, size: {uniform: [1, 2], seed: x}}",
                "workload | {rate: 1k, size: {lognormal: 5}}",
                "workload | {rate: 1k, keys: {count: 10, distribution: gauss}}",
                "kafka | {transport: kafka, partitons: 4}",
                "kafka | {transport: kafka, broker: embeded}",
                "kafka | {transport: kafka, transactions: maybe}",
                "nats | {transport: nats, expires: 10}",
                "chronicle | {transport: chronicle, blockSize: 8x}"
            })
    void shouldRefuseWhatAnEditorShouldMark(String kind, String yaml) {
        assertThat(refusals(kind, yaml)).isNotEmpty();
    }

    /** Tries each key of each shipped file with values of every kind. */
    @Test
    void shouldRefuseNothingThatTheProgramReads() throws IOException {
        List<String> values = List.of(
                "7",
                "0.5",
                "-1",
                "1e3",
                "1_000",
                "text",
                "true",
                "yes",
                "off",
                "~",
                "''",
                "10s",
                "PT1M",
                "8MiB",
                "1k/s",
                "500K",
                "[]",
                "[1, 2]",
                "[10s]",
                "{}",
                "{a: 1}",
                "{a: {b: 1}}",
                "Max_Rate",
                "LATENCY",
                "embedded",
                "JetStream",
                "spin",
                "{name: pass-through}",
                "{kind: poisson}",
                "{heap: 64m}",
                "{count: 10k, distribution: zipf(1.1)}",
                "3x32B",
                "[{at: 100ms, target: broker, action: kill}]");
        int read = 0;
        List<String> wrong = new ArrayList<>();
        for (FileSchema kind : kinds().toList()) {
            for (String key : kind.keys().stream().map(one -> one.name()).toList()) {
                for (String value : values) {
                    String yaml = Stream.of(kind.name().equals("workload") ? WORKLOAD : "transport: " + kind.name())
                                    .flatMap(String::lines)
                                    .filter(line -> !line.startsWith(key + ":"))
                                    .collect(Collectors.joining("\n", "", "\n"))
                            + key + ": " + value + "\n";
                    if (isRead(kind.name(), yaml)) {
                        read++;
                        List<String> refusals = refusals(kind.name(), yaml);
                        if (!refusals.isEmpty()) {
                            wrong.add(kind.name() + ": " + key + ": " + value + " " + refusals);
                        }
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(read).isGreaterThan(200);
    }

    private static boolean isRead(String kind, String yaml) {
        try {
            YamlDocument document = YamlDocument.parse("file.yaml", yaml);
            if (kind.equals("workload")) {
                Workload.read(document);
            } else {
                TransportFile.of(document).configured();
            }
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }
}
