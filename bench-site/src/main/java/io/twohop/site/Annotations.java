package io.twohop.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.YamlDocument;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;

/**
 * The known changes of a file: {@code annotations:}, a list of dates with their scope and text.
 *
 * @param annotations in the order of the file
 */
record Annotations(@Help("known changes") List<Annotation> annotations) {
    /**
     * A known change.
     *
     * @param from the first day
     * @param to the last day; {@code null} for one day
     * @param scope what it concerns; {@code null} for everything
     * @param text for readers
     */
    record Annotation(
            @Help("first day") String from,
            @Help("last day") String to,
            @Help("scope") Scope scope,
            @Help("text") String text) {
        Annotation {
            day("from", from);
            if (to != null && day("to", to).isBefore(day("from", from))) {
                throw ConfigException.invalid("to", to, "a day that is not before " + from);
            }
            if (text == null || text.isBlank()) {
                throw ConfigException.invalid("text", "", "a few words, such as: new network card");
            }
        }

        private static LocalDate day(String key, String text) {
            try {
                return LocalDate.parse(String.valueOf(text));
            } catch (DateTimeException e) {
                throw ConfigException.invalid(key, text, "a day, such as 2026-11-30");
            }
        }
    }

    /**
     * The results that a change concerns.
     *
     * @param transport a transport file's name; {@code null} for all, as the others
     * @param machine alias of a machine class
     */
    record Scope(
            @Help("transport") String transport,
            @Help("workload") String workload,
            @Help("machine") String machine) {}

    /** @throws ConfigException for a file that is not of that form */
    static Annotations read(Path file) {
        return YamlDocument.read(file).bind(Annotations.class);
    }

    ArrayNode toTree() {
        ArrayNode tree = JsonNodeFactory.instance.arrayNode();
        for (Annotation annotation : annotations == null ? List.<Annotation>of() : annotations) {
            ObjectNode one = tree.addObject().put("from", annotation.from());
            if (annotation.to() != null) {
                one.put("to", annotation.to());
            }
            ObjectNode scope = one.putObject("scope");
            if (annotation.scope() != null) {
                put(scope, "transport", annotation.scope().transport());
                put(scope, "workload", annotation.scope().workload());
                put(scope, "machine", annotation.scope().machine());
            }
            one.put("text", annotation.text());
        }
        return tree;
    }

    private static void put(ObjectNode scope, String key, String value) {
        if (value != null) {
            scope.put(key, value);
        }
    }
}
