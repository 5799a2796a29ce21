package io.twohop.leftovers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.transport.Creation;
import java.util.Optional;

/**
 * A line of a creation log.
 *
 * @param run the id of the run
 * @param transport the name of its transport
 * @param transportFile what the user called the file
 * @param creation what was about to be made
 * @param gone whether it is deleted since
 */
record Entry(String run, String transport, String transportFile, Creation creation, boolean gone) {
    private static final ObjectMapper JSON = new ObjectMapper();

    String line() throws JsonProcessingException {
        return JSON.writeValueAsString(this) + "\n";
    }

    /** Empty for half a line, whose thing was never made. */
    static Optional<Entry> read(String line) {
        try {
            return Optional.of(JSON.readValue(line, Entry.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
