package io.twohop.leftovers;

import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The file in which a run records what it creates on servers it did not start, and in
 * directories that its transport file names. It exists from the first entry until the
 * last one is gone, and is locked while the run's process lives. Any thread.
 */
public final class CreationLog implements Creations {
    private final CreationFiles files;
    private final String run;
    private final String transport;
    private final String transportFile;
    private final Set<Creation> standing = new LinkedHashSet<>();
    private FileChannel channel;
    private boolean kept;

    /**
     * @param run id of the run
     * @param transport name of its transport
     * @param transportFile the user's name of the file
     */
    public CreationLog(CreationFiles files, String run, String transport, String transportFile) {
        this.files = files;
        this.run = run;
        this.transport = transport;
        this.transportFile = transportFile;
    }

    @Override
    public synchronized void about(Collection<Creation> creations) {
        // Each consumer of a group records the group.
        List<Creation> added = creations.stream()
                .filter(creation -> !standing.contains(creation))
                .toList();
        if (added.isEmpty()) {
            return;
        }
        Path file = files.of(run);
        try {
            if (channel == null) {
                channel = open(file);
                channel.lock();
            }
            write(added, false);
            channel.force(true);
            standing.addAll(added);
        } catch (IOException e) {
            // An interrupt closes the channel, for one. What is not written down is not made.
            endUnlessSomethingStands();
            throw new TransportException(
                    "what the run creates on servers or disks that are not its own cannot be written down in " + file
                            + ": " + e + "; give a directory for it with " + CreationFiles.VARIABLE,
                    e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        CreationFiles.OWN.add(file);
        Files.createDirectories(file.getParent());
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    private void endUnlessSomethingStands() {
        try {
            if (channel != null && standing.isEmpty()) {
                end();
            }
        } catch (IOException e) {
            // Then the next run deletes it, which finds that nothing stands.
        }
    }

    private void write(Collection<Creation> creations, boolean gone) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Creation creation : creations) {
            lines.append(new Entry(run, transport, transportFile, creation, gone).line());
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public synchronized void gone(Collection<Creation> creations) {
        if (channel == null || kept) {
            return;
        }
        standing.removeAll(creations);
        try {
            if (standing.isEmpty()) {
                end();
            } else {
                write(creations, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void end() throws IOException {
        Path file = files.of(run);
        Files.deleteIfExists(file);
        channel.close();
        channel = null;
        CreationFiles.OWN.remove(file);
    }

    @Override
    public synchronized void keep() {
        kept = true;
    }
}
