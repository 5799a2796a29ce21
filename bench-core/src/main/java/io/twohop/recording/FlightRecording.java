package io.twohop.recording;

import io.twohop.transport.JvmRecorder;
import io.twohop.workload.Jfr;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** The flight recording of this JVM. */
public final class FlightRecording implements AutoCloseable {
    private final Recording recording;

    /**
     * Starts it, which takes a quarter of a second.
     *
     * @param level not off
     * @param file where the recording is to be when this is closed
     */
    public FlightRecording(Jfr level, Path file) throws IOException {
        try (Reader settings = new InputStreamReader(JvmRecorder.settings(level), StandardCharsets.UTF_8)) {
            recording = new Recording(Configuration.create(settings));
        } catch (ParseException e) {
            throw new IllegalStateException("the settings of the recording are broken", e);
        }
        recording.setName("twohop");
        recording.setDestination(file);
        recording.start();
    }

    /** Stops it and writes the file. */
    @Override
    public void close() {
        recording.close();
    }
}
