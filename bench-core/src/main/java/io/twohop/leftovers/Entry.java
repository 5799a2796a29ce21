package io.twohop.leftovers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.transport.Creation;
import java.util.Optional;

/**
 * A line of a creation log.
 *
 * @param run id of the run
 * @param transport name of its transport
 * @param transportFile the user's name of the file
 * @param creation what was about to be created
 * @param gone whether it has been deleted
 */
record Entry(String run, String transport, String transportFile, Creation creation, boolean gone) {
    private static final ObjectMapper JSON = new ObjectMapper();

    String line() throws JsonProcessingException {
        return JSON.writeValueAsString(this) + "\n";
    }

    /** Reads a line; empty for an incomplete line, whose creation was never made. */
    static Optional<Entry> read(String line) {
        try {
            return Optional.of(JSON.readValue(line, Entry.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
