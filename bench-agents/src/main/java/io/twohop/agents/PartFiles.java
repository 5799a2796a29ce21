package io.twohop.agents;

import io.nats.client.JetStreamApiException;
import io.nats.client.ObjectStore;
import io.nats.client.api.ObjectInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of an agent's part of a fork, which pass through the control server's store. */
final class PartFiles {
    private static final Pattern FILE = Pattern.compile("\\w[\\w.-]*");

    private final Control control;
    private final int agent;
    private final String prefix;

    PartFiles(Control control, String call, int attempt, int agent) {
        this.control = control;
        this.agent = agent;
        this.prefix = call + "/" + attempt + "/" + agent + "/";
    }

    /** Puts all files of a directory into the store. */
    void store(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            ObjectStore store = control.results();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (InputStream content = Files.newInputStream(file)) {
                    store.put(prefix + file.getFileName(), content);
                }
            }
        } catch (JetStreamApiException | NoSuchAlgorithmException e) {
            throw new IOException("what was measured could not be handed over; it is in " + directory + ": " + e, e);
        }
    }

    /** Moves the files from the store into a directory, under the agent's name, and returns their paths. */
    List<Path> take(Path directory) throws IOException, InterruptedException {
        List<Path> taken = new ArrayList<>();
        try {
            ObjectStore store = control.results();
            for (ObjectInfo object : store.getList()) {
                String name = object.getObjectName();
                // Any holder of an agent's key can store objects, under any name.
                if (name.startsWith(prefix)
                        && FILE.matcher(name.substring(prefix.length())).matches()) {
                    Path target = directory.resolve(title(name.substring(prefix.length())));
                    try (OutputStream out = Files.newOutputStream(target)) {
                        // The client would wait two seconds for the content of an empty file.
                        if (object.getSize() > 0) {
                            store.get(name, out);
                        }
                    }
                    taken.add(target);
                    store.delete(name);
                }
            }
            return taken;
        } catch (JetStreamApiException | NoSuchAlgorithmException e) {
            throw new IOException("what it measured cannot be had: " + e.getMessage(), e);
        }
    }

    /** Returns the name of an agent's file next to those of other agents. */
    String title(String file) {
        return "agent-" + agent + "-" + file;
    }
}
