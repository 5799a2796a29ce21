package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import io.twohop.transport.kit.LibraryVersion;
import io.twohop.transport.kit.RunDirectory;
import io.twohop.transport.kit.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.openhft.chronicle.queue.ChronicleQueue;

/** A queue for each topic of each channel, below the run's directory. */
final class ChronicleTransport implements Transport {
    private static final String VERSION = "/META-INF/maven/net.openhft/chronicle-queue/pom.properties";

    /** The file in the run's directory that names the roll cycle. */
    private static final String CYCLE_NOTE = "roll-cycle";

    private final ChronicleConfig config;
    private final Path directory;
    private final Optional<RunDirectory> created;
    private final boolean joins;
    private final Map<String, QueueFiles> queues = new LinkedHashMap<>();
    private final ExistingQueues existing;
    private final Janitor janitor;
    private final Preparer preparer;
    private final Optional<Drainer> drainer;
    private boolean closed;

    /**
     * @param chosen with a roll cycle, which the process that came first may have chosen differently
     * @param space free space of a directory, by which rolled files are kept
     */
    ChronicleTransport(ChronicleConfig chosen, RunContext context, FreeSpace space) throws IOException {
        this.joins = context.joins();
        this.created = chosen.isPrivate() || joins
                ? Optional.empty()
                : Optional.of(new RunDirectory(chosen.parent(context), context));
        this.directory = created.map(RunDirectory::path).orElseGet(() -> ChronicleProvider.directory(chosen, context));
        LongSteps.listen();
        Files.createDirectories(directory);
        this.config = agreed(chosen);
        if (!context.channels().areExisting() && DiskCheck.mayRoll(config, context)) {
            Rehearsal.of(config, directory);
        }
        existing = new ExistingQueues(config, context);
        janitor = new Janitor(queues, () -> space.bytes(directory), DiskCheck.share(space.bytes(directory)));
        preparer = new Preparer(config.blocksAhead());
        drainer = config.mode() == Writing.ASYNC ? Optional.of(new Drainer()) : Optional.empty();
        janitor.start();
        preparer.start();
    }

    /** Agrees with the run's other processes on the roll cycle, which each would choose by the space that it finds. */
    private ChronicleConfig agreed(ChronicleConfig chosen) throws IOException {
        Path note = directory.resolve(CYCLE_NOTE);
        if (joins) {
            if (!Files.exists(note)) {
                throw new TransportException("path: " + directory
                        + " (expected: a directory that all processes of the run share, with -Dtransport.path=...)");
            }
            return chosen.rolling(Files.readString(note));
        }
        Files.writeString(note, chosen.rollCycle());
        return chosen;
    }

    @Override
    public Path dataDirectory() {
        return directory;
    }

    /** Measures the bytes that files may still take. */
    interface FreeSpace {
        long bytes(Path directory) throws IOException;
    }

    private QueueFiles queue(Channel channel) {
        synchronized (queues) {
            return queues.computeIfAbsent(channel.name(), this::open);
        }
    }

    private QueueFiles open(String name) {
        return QueueFiles.open(config, directory.resolve(name), MonotonicTime.of(config.rollCycle()));
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        if (channel.existing()) {
            return publisher(existing.queue(channel), acknowledgements);
        }
        return Spread.publisher(channel, topic -> onePublisher(topic, acknowledgements));
    }

    private Publisher onePublisher(Channel channel, Acknowledgements acknowledgements) {
        QueueFiles queue = queue(channel);
        preparer.add(queue);
        return publisher(queue, acknowledgements);
    }

    private Publisher publisher(QueueFiles queue, Acknowledgements acknowledgements) {
        return switch (config.mode()) {
            case QUEUE -> new QueuePublisher(queue.newAppender());
            case SYNC -> new SyncPublisher(queue.newAppender(), config.syncEvery(), acknowledgements);
            case ASYNC ->
                drainer.orElseThrow().publisher(queue, config.ringBytes().bytes(), acknowledgements);
        };
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        if (channel.existing()) {
            return existing.queue(channel).newSubscriptionFromEnd();
        }
        return Spread.subscription(channel, topic -> subscribeToOne(topic, group));
    }

    private Subscription subscribeToOne(Channel channel, String group) {
        QueueFiles queue = queue(channel);
        if (!queue.groups().add(group)) {
            throw new TransportException("consumers: a second consumer in group " + group
                    + " (expected: one); each reader of a queue sees every message, so consumers cannot share them");
        }
        return queue.newSubscription(joins ? Optional.of(group) : Optional.empty());
    }

    /**
     * Returns the guarantees. Each reader sees each message once; one that dies between its reply and its read position
     * replies again. What a ring buffer had not written is lost.
     */
    @Override
    public Guarantees guarantees() {
        return switch (config.mode()) {
            case QUEUE ->
                new Guarantees(
                        Delivery.EXACTLY_ONCE,
                        Delivery.AT_LEAST_ONCE,
                        true,
                        false,
                        "page cache: survives the process, not a power cut",
                        1);
            case SYNC ->
                new Guarantees(
                        Delivery.EXACTLY_ONCE,
                        Delivery.AT_LEAST_ONCE,
                        true,
                        true,
                        config.syncEvery() == 1
                                ? "disk: survives a power cut"
                                : "disk every " + config.syncEvery() + " messages: those since are lost in a power cut",
                        1);
            case ASYNC ->
                new Guarantees(
                        Delivery.EXACTLY_ONCE,
                        Delivery.BEST_EFFORT,
                        true,
                        true,
                        "page cache once acknowledged; what is in the ring buffer dies with the process",
                        1);
        };
    }

    @Override
    public int busyThreads() {
        return drainer.isPresent() ? 1 : 0;
    }

    /** Names this transport's own threads, and Chronicle's threads that unmap files and check the disk. */
    @Override
    public List<String> backgroundThreads() {
        List<String> names = new ArrayList<>(preparer.threads());
        names.addAll(List.of(Janitor.NAME, "background~resource~releaser", "main/disk~space~checker"));
        return names;
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return drainer.<List<FaultTarget>>map(List::of).orElse(List.of());
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("chronicle-queue", LibraryVersion.of(ChronicleQueue.class, VERSION));
    }

    @Override
    public Map<String, String> chosen() {
        return existing.isUnused() ? Map.of("rollCycle", config.rollCycle()) : existing.chosen();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        drainer.ifPresent(Drainer::close);
        janitor.close();
        preparer.close();
        queues.values().forEach(QueueFiles::close);
        existing.close();
        created.ifPresent(RunDirectory::close);
    }
}
