package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The transport files that the bench ships, as the defaults that a result's settings are compared with. */
@FunctionalInterface
public interface ShippedFiles {
    /**
     * Returns the settings of a file.
     *
     * @param name of the file without its ending, such as {@code kafka-acks0}
     * @return empty if the bench ships no file of that name
     */
    Optional<JsonNode> find(String name);
}
