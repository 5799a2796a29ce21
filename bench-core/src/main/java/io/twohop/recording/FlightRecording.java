package io.twohop.recording;

import io.twohop.transport.JvmRecorder;
import io.twohop.workload.Jfr;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** The flight recording of this JVM, if it is recorded. */
public final class FlightRecording implements AutoCloseable {
    private final Optional<Recording> recording;

    /** Starts the recording, which takes a quarter of a second; its file is written when it is closed. */
    public FlightRecording(JvmRecorder recorder) throws IOException {
        Optional<Path> file = recorder.file();
        recording = file.isPresent() ? Optional.of(started(recorder.level(), file.get())) : Optional.empty();
    }

    private static Recording started(Jfr level, Path file) throws IOException {
        Recording recording;
        try (Reader settings = new InputStreamReader(JvmRecorder.settings(level), StandardCharsets.UTF_8)) {
            recording = new Recording(Configuration.create(settings));
        } catch (ParseException e) {
            throw new IllegalStateException("the settings of the recording are broken", e);
        }
        recording.setName("twohop");
        recording.setDestination(file);
        recording.start();
        return recording;
    }

    /** Stops the recording and writes the file. */
    @Override
    public void close() {
        recording.ifPresent(Recording::close);
    }
}
