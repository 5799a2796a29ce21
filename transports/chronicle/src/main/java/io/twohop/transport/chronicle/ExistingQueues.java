package io.twohop.transport.chronicle;

import io.twohop.config.Texts;
import io.twohop.transport.Channel;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Queues of a deployed service. The bench appends to one and reads another from its end, with the roll cycle and the clock of their other
 * users. It creates and deletes no queue. The starting thread.
 */
final class ExistingQueues implements AutoCloseable {
    /** The file in which a queue keeps its roll cycle. */
    private static final String METADATA = "metadata.cq4t";

    /** Chronicle's own size of a mapped block, so that any reply that the service could append can be read. */
    private static final int REPLY_BLOCK_BYTES = 64 << 20;

    private final ChronicleConfig config;
    private final RunContext context;
    private final Map<Channel, QueueFiles> queues = new LinkedHashMap<>();

    /** @param config with a block size */
    ExistingQueues(ChronicleConfig config, RunContext context) {
        this.config = config;
        this.context = context;
    }

    /**
     * Returns a queue.
     *
     * @throws TransportException if the queue does not exist, if this user may not use it, or if its disk cannot hold the run's messages
     */
    synchronized QueueFiles queue(Channel channel) {
        QueueFiles open = queues.get(channel);
        if (open == null) {
            Path path = checked(channel);
            open = open(path, blockBytes(channel));
            queues.put(channel, open);
        }
        return open;
    }

    private int blockBytes(Channel channel) {
        int own = config.blockSize().bytes();
        return channel.hop() == 1 ? own : Math.max(own, REPLY_BLOCK_BYTES);
    }

    private Path checked(Channel channel) {
        Path path = path(channel.name());
        Path metadata = path.resolve(METADATA);
        if (!Files.isDirectory(path)) {
            throw new TransportException("queue " + path.toAbsolutePath()
                    + " does not exist; a deployed service's queues have to exist, since the bench creates none");
        }
        if (!Files.isRegularFile(metadata)) {
            throw new TransportException("queue " + path.toAbsolutePath() + " has no " + METADATA
                    + ", so it is not a queue of Chronicle; give the directory that the service opens");
        }
        if (!Files.isReadable(metadata) || !Files.isWritable(metadata) || !Files.isWritable(path)) {
            throw new TransportException("queue " + path.toAbsolutePath()
                    + ": this user may not write there; readers of a queue need that too, since they share its locks");
        }
        checkSpace(path);
        return path;
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new TransportException(
                    "queue " + name + " (expected: the directory of a queue): " + e.getMessage(), e);
        }
    }

    /** Writing to a memory-mapped file on a full disk would kill the service as well. */
    private void checkSpace(Path path) {
        try {
            DiskCheck.checkExisting(path, Space.usableBytes(path), config, context);
        } catch (IOException e) {
            throw new TransportException("queue " + path + ": its disk cannot be asked for free space: " + e, e);
        }
    }

    private static QueueFiles open(Path path, int blockBytes) {
        try {
            return QueueFiles.existing(path, blockBytes);
        } catch (RuntimeException e) {
            throw new TransportException("queue " + path + " cannot be opened: " + Texts.of(e), e);
        }
    }

    /** Returns the roll cycles that the queues have. */
    synchronized Map<String, String> chosen() {
        Map<String, String> cycles = new LinkedHashMap<>();
        queues.forEach((channel, queue) ->
                cycles.put(channel.hop() == 1 ? "rollCycle of requests" : "rollCycle of replies", queue.rollCycle()));
        return cycles;
    }

    synchronized boolean isUnused() {
        return queues.isEmpty();
    }

    @Override
    public synchronized void close() {
        queues.values().forEach(QueueFiles::close);
    }
}
