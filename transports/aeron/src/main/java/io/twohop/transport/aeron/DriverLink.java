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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.status.CountersReader;

/**
 * This process's client of a media driver. When there is another driver in the same place, since a fault had ended
 * the former one, a thread of its own connects to it and makes every end anew.
 */
final class DriverLink implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    private static final Duration TURN_LIMIT = Duration.ofSeconds(5);
    private static final long LOOK_MILLIS = 50;
    private static final long PAUSE_MILLIS = 1;

    /** After an archive has refused something. */
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
    private Object driver;

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

    /** Reports what a client has noticed. */
    void notice(String text) {
        if (!closed) {
            notices.add(text);
        }
    }

    /** Which file a driver keeps its counters in; a driver makes a new one. Null while there is none. */
    private Object identity() {
        try {
            Object key = Files.readAttributes(cnc, BasicFileAttributes.class).fileKey();
            return key == null ? Files.getLastModifiedTime(cnc) : key;
        } catch (IOException e) {
            return null;
        }
    }

    /** Gives the counters of the driver in use, unless they are gone with it. */
    synchronized void readCounters(Consumer<CountersReader> reader) {
        if (!client.isClosed()) {
            reader.accept(client.aeron().countersReader());
        }
    }

    /** Makes an end, and keeps it over the death of drivers. */
    synchronized void addPublisher(Linked publisher) {
        publisher.prepare(client);
        publisher.turn();
        publishers.add(publisher);
    }

    /** The same for a subscription. */
    synchronized void addSubscription(Linked subscription) {
        subscription.prepare(client);
        subscription.turn();
        subscriptions.add(subscription);
    }

    /** Forgets an end that is closed. */
    synchronized void remove(Linked end) {
        publishers.remove(end);
        subscriptions.remove(end);
    }

    /**
     * Returns when every publication has a subscriber, and each recording that is there is replayed.
     *
     * @throws TransportException where one has none in time
     */
    synchronized void awaitReady() throws InterruptedException {
        Linked missing = firstNotReady(publishers, READY_LIMIT);
        if (missing == null) {
            subscriptions.forEach(Linked::follow);
            missing = firstNotReady(replays(), READY_LIMIT);
        }
        if (missing != null) {
            throw new TransportException(missing.what() + ": not connected after " + READY_LIMIT.toSeconds()
                    + " s; see driver.log and driver-errors.txt");
        }
    }

    private static Linked firstNotReady(List<Linked> ends, Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        for (Linked end : ends) {
            while (!end.isReady()) {
                if (System.nanoTime() - start > limit.toNanos()) {
                    return end;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return null;
    }

    /** A live stream's subscription waits for nobody: its publisher may come later, and from another process. */
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
        Object now = identity();
        if (closed || now == null || now.equals(driver) && !client.isClosed()) {
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

    /** Whatever ends find by themselves, such as recordings that another process has begun, or that the archive has ended. */
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
     * Publishers first: of a recording that nobody goes on with, only what is there can be replayed. They turn first
     * as well, so that what the former buffers hold is all there is in them.
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
