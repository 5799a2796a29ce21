package io.twohop.transport.aeron;

import io.aeron.Aeron;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.aeron.driver.DriverPlan;
import io.twohop.transport.aeron.driver.OwnDriver;
import io.twohop.transport.kit.RunDirectory;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A stream for each topic of each channel, over shared memory or UDP. */
final class AeronTransport implements Transport {
    private final AeronConfig config;
    private final RunContext context;
    private final boolean archives;
    private final Address address;
    private final Optional<RunDirectory> recordings;
    private final Optional<OwnDriver> driver;
    private final int busyThreads;
    private final DriverFigures figures;
    private final DriverLink link;
    private final Streams streams;
    private final ExistingStreams existing;
    private final Acknowledger acknowledger = new Acknowledger();
    private final List<Offers> offers = new ArrayList<>();
    private final Set<String> groups = new HashSet<>();
    private boolean counted;
    private boolean closed;

    AeronTransport(AeronConfig config, RunContext context) throws IOException, InterruptedException {
        this.context = context;
        this.config = config;
        archives = config.media().mode() == AeronConfig.Mode.ARCHIVE;
        DriverPlan plan = DriverPlans.of(config, context);
        Optional<Address> shared = Optional.ofNullable(context.server()).map(Address::parse);
        recordings = archives && !config.media().isPrivate() && !context.joins()
                ? Optional.of(new RunDirectory(config.media().parent(context), context))
                : Optional.empty();
        try {
            driver = shared.isPresent() ? Optional.empty() : ownDriver(config, context, plan);
        } catch (IOException | InterruptedException | RuntimeException e) {
            recordings.ifPresent(RunDirectory::close);
            throw e;
        }
        try {
            address = shared.isPresent() ? shared.get() : address(config, driver);
            int term = Terms.bytes(config, context);
            streams = streams(config, term, address);
            figures = new DriverFigures(address.aeronDir(), context.logDirectory());
            link = new DriverLink(address.aeronDir(), archives, context.notices(), figures::takeOver);
            link.readCounters(figures::begin);
            existing = new ExistingStreams(config, link, offers);
        } catch (IOException | RuntimeException e) {
            driver.ifPresent(OwnDriver::close);
            recordings.ifPresent(RunDirectory::close);
            throw e;
        }
        // An external driver runs on this machine as well.
        busyThreads = plan.busyThreads() + (archives ? 1 : 0);
    }

    private static Streams streams(AeronConfig config, int termBytes, Address address) {
        int mtu = config.mtu().bytes();
        return switch (config.media().mode()) {
            case IPC -> Streams.ipc(termBytes, mtu);
            case UDP -> Streams.udp(termBytes, mtu, address.endpoint(), address.host());
            case ARCHIVE -> Streams.recorded(termBytes, mtu);
        };
    }

    private static Address address(AeronConfig config, Optional<OwnDriver> driver) throws IOException {
        Path aeronDir = driver.map(OwnDriver::aeronDir)
                .orElseGet(() -> Path.of(config.mediaDriver().dir()));
        return new Address(aeronDir, Endpoints.choose(config));
    }

    /** Starts the run's own driver; empty for one that runs already. */
    private static Optional<OwnDriver> ownDriver(AeronConfig config, RunContext context, DriverPlan plan)
            throws IOException, InterruptedException {
        if (config.mediaDriver().driver() == AeronConfig.Driver.EXTERNAL) {
            return Optional.empty();
        }
        return Optional.of(
                config.mediaDriver().driver() == AeronConfig.Driver.EMBEDDED
                        ? OwnDriver.embedded(plan, context.dataDirectory())
                        : OwnDriver.process(
                                plan,
                                context.dataDirectory(),
                                context.logDirectory().resolve("driver.log"),
                                context.recorder()));
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        if (channel.existing()) {
            return existing.publisher(channel);
        }
        AtomicInteger topic = new AtomicInteger();
        return Spread.publisher(
                channel, one -> publisher(streams.id(channel, topic.getAndIncrement()), acknowledgements));
    }

    private Publisher publisher(int streamId, Acknowledgements acknowledgements) {
        if (archives) {
            ArchivePublisher publisher = new ArchivePublisher(streams.channel(), streamId, link, acknowledgements);
            offers.add(publisher.offers());
            link.addPublisher(publisher);
            acknowledger.add(publisher.pending());
            return publisher;
        }
        StreamPublisher publisher = new StreamPublisher(streams.channel(), streamId, link);
        offers.add(publisher.offers());
        link.addPublisher(publisher);
        return publisher;
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        if (channel.existing()) {
            return existing.subscription(channel);
        }
        if (!groups.add(channel.name() + "/" + group)) {
            throw new TransportException("consumers: a second consumer in group " + group
                    + " (expected: one); each subscriber sees every message, so consumers cannot share them");
        }
        AtomicInteger topic = new AtomicInteger();
        return Spread.subscription(channel, one -> subscription(streams.id(channel, topic.getAndIncrement())));
    }

    private Subscription subscription(int streamId) {
        if (archives) {
            ArchiveSubscription subscription =
                    new ArchiveSubscription(streams.channel(), streamId, link, id -> readPosition(streamId, id));
            link.addSubscription(subscription);
            return subscription;
        }
        StreamSubscription subscription = new StreamSubscription(streams.channel(), streamId, link);
        link.addSubscription(subscription);
        return subscription;
    }

    @Override
    public void settle() throws InterruptedException {
        link.awaitReady();
    }

    /** Returns a position in a file for a process that joined the run: such a process may be ended and restarted. */
    private ReadPosition readPosition(int streamId, long recordingId) {
        return context.joins()
                ? ReadPosition.inFile(context.dataDirectory().resolve("read-" + streamId + "-" + recordingId))
                : ReadPosition.inMemory();
    }

    @Override
    public Guarantees guarantees() {
        return AeronGuarantees.of(config);
    }

    @Override
    public int busyThreads() {
        return busyThreads;
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("aeron", Aeron.class.getPackage().getImplementationVersion());
    }

    @Override
    public Path dataDirectory() {
        return archives ? DriverPlans.recordings(config, context) : address.aeronDir();
    }

    @Override
    public String address() {
        return address.toString();
    }

    private List<ServerProcess> processes() {
        return driver.flatMap(OwnDriver::process).stream().toList();
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return List.copyOf(processes());
    }

    @Override
    public List<Finding> incidents() {
        count();
        List<Finding> all = new ArrayList<>(ServerProcess.incidents(processes()));
        all.addAll(OfferIncidents.of(offers));
        all.addAll(figures.incidents());
        return all;
    }

    /** Reads the counters at the end of the run, while the driver still runs. */
    private void count() {
        if (!counted && !context.joins()) {
            counted = true;
            link.readCounters(figures::takeOver);
            figures.write(offers);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        count();
        acknowledger.close();
        link.close();
        driver.ifPresent(OwnDriver::close);
        recordings.ifPresent(RunDirectory::close);
    }
}
