package io.twohop.transport.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.exceptions.AeronException;
import io.twohop.transport.Notices;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The client of a media driver. When a fault replaces the driver, a thread connects to the new one and recreates every
 * end.
 */
final class DriverLink implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    private static final Duration TURN_LIMIT = Duration.ofSeconds(5);
    private static final long LOOK_MILLIS = 50;
    private static final long PAUSE_MILLIS = 1;

    /** The pause after an archive refused a request. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path aeronDir;
    private final Path cnc;
    private final boolean archive;
    private final Notices notices;
    private final Consumer<CountersReader> lastCounters;
    private final List<Linked> publishers = new ArrayList<>();
    private final List<Linked> subscriptions = new ArrayList<>();
    private final List<Client> former = new ArrayList<>();
    private final Thread watch = new Thread(this::watch, "aeron-watch");
    private volatile boolean closed;
    private long quietUntilNanos = System.nanoTime();
    private Client client;
    private Optional<Object> driver;

    /**
     * @param archive whether an archive is asked as well
     * @param lastCounters receives a driver's counters before its client is given up
     * @throws TransportException where there is no driver
     */
    DriverLink(Path aeronDir, boolean archive, Notices notices, Consumer<CountersReader> lastCounters) {
        this.aeronDir = aeronDir;
        this.cnc = aeronDir.resolve(CncFileDescriptor.CNC_FILE);
        this.archive = archive;
        this.notices = notices;
        this.lastCounters = lastCounters;
        driver = identity();
        client = connect();
        watch.setDaemon(true);
        watch.start();
    }

    private Client connect() {
        return Client.connect(aeronDir, archive, this::noticed);
    }

    private void noticed(Throwable error) {
        notice("Aeron client: " + error);
    }

    void notice(String text) {
        if (!closed) {
            notices.add(text);
        }
    }

    /** Returns the identity of the counters' file, which each driver creates for itself; empty while no driver runs. */
    private Optional<Object> identity() {
        try {
            Object key = Files.readAttributes(cnc, BasicFileAttributes.class).fileKey();
            return Optional.of(key == null ? Files.getLastModifiedTime(cnc) : key);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads the counters of the current driver, unless the driver has ended. */
    synchronized void readCounters(Consumer<CountersReader> reader) {
        if (!client.isClosed()) {
            reader.accept(client.aeron().countersReader());
        }
    }

    /** Opens a publication, and reopens it with each new driver. */
    synchronized void addPublisher(Linked publisher) {
        publisher.prepare(client);
        publisher.turn();
        publishers.add(publisher);
    }

    /** Opens a subscription, and reopens it with each new driver. */
    synchronized void addSubscription(Linked subscription) {
        subscription.prepare(client);
        subscription.turn();
        subscriptions.add(subscription);
    }

    /** Stops reopening an end that is closed. */
    synchronized void remove(Linked end) {
        publishers.remove(end);
        subscriptions.remove(end);
    }

    /**
     * Waits until every publication has a subscriber and every recording is replayed.
     *
     * @throws TransportException if that takes too long
     */
    synchronized void awaitReady() throws InterruptedException {
        awaitReady(publishers);
        subscriptions.forEach(Linked::follow);
        awaitReady(replays());
    }

    /** Waits until a publication has a subscriber, and returns whether it has. */
    static boolean awaitSubscriber(Linked publisher) throws InterruptedException {
        return firstNotReady(List.of(publisher), READY_LIMIT).isEmpty();
    }

    private static void awaitReady(List<Linked> ends) throws InterruptedException {
        firstNotReady(ends, READY_LIMIT).ifPresent(missing -> {
            throw new TransportException(missing.what() + ": not connected after " + READY_LIMIT.toSeconds()
                    + " s; see driver.log and driver-errors.txt");
        });
    }

    private static Optional<Linked> firstNotReady(List<Linked> ends, Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        for (Linked end : ends) {
            while (!end.isReady()) {
                if (System.nanoTime() - start > limit.toNanos()) {
                    return Optional.of(end);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the subscriptions to wait for. A live stream has none: its publisher may start later, in another process.
     */
    private List<Linked> replays() {
        return archive ? subscriptions : List.of();
    }

    private void watch() {
        try {
            while (!closed) {
                Thread.sleep(LOOK_MILLIS);
                look();
                follow();
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private synchronized void look() throws InterruptedException {
        Optional<Object> now = identity();
        if (closed || now.isEmpty() || now.equals(driver) && !client.isClosed()) {
            return;
        }
        long start = System.nanoTime();
        Client fresh = null;
        try {
            fresh = connect();
            turnTo(fresh);
            driver = now;
            notices.add("Aeron client: went on with another media driver after "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
        } catch (AeronException | TransportException e) {
            notices.add("Aeron client: " + e.getMessage());
            if (fresh != null) {
                fresh.close();
            }
        }
    }

    /** Lets ends notice changes that no driver reports, such as another process's recording. */
    private synchronized void follow() {
        if (!closed && !client.isClosed() && System.nanoTime() - quietUntilNanos > 0) {
            try {
                publishers.forEach(Linked::follow);
                subscriptions.forEach(Linked::follow);
            } catch (AeronException e) {
                noticed(e);
                quietUntilNanos = System.nanoTime() + QUIET_NANOS;
            }
        }
    }

    /**
     * Switches to another driver. Publishers prepare first, because only an extended recording can be replayed further;
     * they also switch first, so that the former buffers are complete.
     */
    private void turnTo(Client fresh) throws InterruptedException {
        for (Linked publisher : publishers) {
            publisher.prepare(fresh);
        }
        for (Linked subscription : subscriptions) {
            subscription.prepare(fresh);
        }
        firstNotReady(publishers, TURN_LIMIT);
        publishers.forEach(Linked::turn);
        subscriptions.forEach(Linked::turn);
        readCounters(lastCounters);
        // Not closed yet: the measuring threads may be in its buffers.
        former.add(client);
        client = fresh;
    }

    @Override
    public void close() {
        closed = true;
        watch.interrupt();
        try {
            watch.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            former.forEach(Client::close);
            client.close();
        }
    }
}
