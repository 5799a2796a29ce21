package io.twohop.launch;

import io.twohop.config.OutOfMemory;
import io.twohop.explain.Explanation;
import io.twohop.result.Fork;
import io.twohop.result.OwnSlices;
import io.twohop.transport.JvmRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds the explanations of its flight recording to a fork. */
public final class Explanations {
    private Explanations() {}

    /**
     * Returns the fork with explanations, or unchanged without a readable recording.
     *
     * @param file the recording; empty if nothing was recorded
     * @param tookTurns whether the fork was measured in slices
     */
    public static Fork explain(Fork fork, Optional<Path> file, boolean tookTurns) {
        return file.filter(Files::isRegularFile)
                .map(recording -> explain(fork, recording, tookTurns))
                .orElse(fork);
    }

    private static Fork explain(Fork fork, Path recording, boolean tookTurns) {
        try {
            if (isNone(recording)) {
                return fork;
            }
            Optional<Explanation> explanation = Explanation.of(recording, beside(recording), fork);
            if (explanation.isEmpty()) {
                return fork;
            }
            Explanation its = explanation.get();
            its.timeline().write(recording.getParent(), fork.number());
            Fork trusted = its.delays().isEmpty() ? fork : fork.trusted(its.delays());
            Fork explained = trusted.explained(
                    its.memory(), its.tail(), trusted.figures().trust());
            return !tookTurns
                    ? explained
                    : explained.measuredIn(OwnSlices.of(
                            fork.intervals(), slice -> its.stalls().nanos(slice.startNanos(), slice.endNanos())));
        } catch (IOException | OutOfMemoryError e) {
            // The numbers do not depend on the recording.
            System.err.println("the flight recording " + recording + " cannot be read: "
                    + OutOfMemory.text(e).orElseGet(e::toString));
            return fork;
        }
    }

    /** Deletes an empty recording, whose JVM died too early; returns whether it was empty. */
    private static boolean isNone(Path recording) throws IOException {
        boolean none = Files.size(recording) == 0;
        if (none) {
            Files.delete(recording);
        }
        return none;
    }

    /** Returns the recordings of other JVMs that worked for the fork. */
    private static List<Path> beside(Path recording) throws IOException {
        List<Path> beside;
        try (Stream<Path> files = Files.list(recording.getParent())) {
            beside = files.filter(file -> JvmRecorder.isBeside(recording, file)).toList();
        }
        List<Path> written = new ArrayList<>();
        for (Path file : beside) {
            if (!isNone(file)) {
                written.add(file);
            }
        }
        return written;
    }
}
