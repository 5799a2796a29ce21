package io.twohop.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.registry.TransportFile;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Keys;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of YAML file with its keys.
 *
 * @param name workload, or a transport's name
 * @param title a line that describes such a file
 * @param keys in the order of help
 */
public record FileSchema(String name, String title, List<KeyHelp> keys) {
    /** Returns the schema of workloads. */
    public static FileSchema workload() {
        return new FileSchema(
                "workload",
                "A TwoHop workload: what is sent, how fast and for how long",
                Keys.ALL.stream()
                        .map(key -> new KeyHelp(key.name(), Keys.types(key), key.help()))
                        .toList());
    }

    /** Returns the schema of a transport's files. */
    public static FileSchema of(TransportProvider<?> transport) {
        return new FileSchema(
                transport.name(),
                "A TwoHop transport file: " + transport.description(),
                Stream.of(TransportFile.Common.class, transport.configType())
                        .flatMap(type -> RecordSchema.keys(type).stream())
                        .toList());
    }

    /** Returns a JSON schema, for editors. It accepts everything that the program reads, and some of what the program refuses. */
    public ObjectNode json() {
        ObjectNode schema = JsonNodeFactory.instance
                .objectNode()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", title);
        return schema.setAll(RecordSchema.mapping(keys));
    }
}
