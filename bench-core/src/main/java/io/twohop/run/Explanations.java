package io.twohop.run;

import io.twohop.measure.Probe;
import io.twohop.recording.Explanation;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.transport.server.JvmRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds to a fork what its flight recording explains, where it left one. */
final class Explanations {
    private Explanations() {}

    /** @param recording where it would be; null where nothing was recorded */
    static Fork explain(Fork fork, Path recording) {
        if (recording == null || !Files.isRegularFile(recording)) {
            return fork;
        }
        try {
            if (Files.size(recording) == 0) {
                // The JVM died before it could write any of it.
                Files.delete(recording);
                return fork;
            }
            LatencySummary endToEnd = fork.probes().get(Probe.END_TO_END);
            Optional<Explanation> explanation = Explanation.of(recording, beside(recording), endToEnd);
            if (explanation.isEmpty()) {
                return fork;
            }
            Explanation its = explanation.get();
            its.timeline().write(recording.getParent(), fork.number());
            Trust trust = its.delays() == null ? null : Trust.of(its.delays(), fork.probes());
            return fork.explained(its.memory(), its.tail(), trust);
        } catch (IOException e) {
            // The numbers do not depend on it.
            System.err.println("the flight recording " + recording + " cannot be read: " + e);
            return fork;
        }
    }

    /** Recordings of JVMs that worked for the fork. */
    private static List<Path> beside(Path recording) throws IOException {
        try (Stream<Path> files = Files.list(recording.getParent())) {
            return files.filter(file -> JvmRecorder.isBeside(recording, file)).toList();
        }
    }
}
