package io.twohop.transport.aeron;

import io.aeron.Aeron;
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
 * This process's client of a media driver. When there is another driver in the same place, since a fault had ended the former
 * one, a thread of its own connects to it and makes every end anew.
 */
final class DriverLink implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    private static final Duration TURN_LIMIT = Duration.ofSeconds(5);
    private static final long LOOK_MILLIS = 50;
    private static final long PAUSE_MILLIS = 1;

    /** For threads that are still in a log buffer when the client is closed, which unmaps it. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Path aeronDir;
    private final Path cnc;
    private final Notices notices;
    private final Consumer<CountersReader> lastCounters;
    private final List<Linked> publishers = new ArrayList<>();
    private final List<Linked> subscriptions = new ArrayList<>();
    private final List<Aeron> former = new ArrayList<>();
    private final Thread watch = new Thread(this::watch, "aeron-watch");
    private volatile boolean closed;
    private Aeron aeron;
    private Object driver;

    /**
     * @param lastCounters receives a driver's counters before its client is given up
     * @throws TransportException where there is no driver
     */
    DriverLink(Path aeronDir, Notices notices, Consumer<CountersReader> lastCounters) {
        this.aeronDir = aeronDir;
        this.cnc = aeronDir.resolve(CncFileDescriptor.CNC_FILE);
        this.notices = notices;
        this.lastCounters = lastCounters;
        driver = identity();
        aeron = connect();
        watch.setDaemon(true);
        watch.start();
    }

    private Aeron connect() {
        try {
            return Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(aeronDir.toString())
                    .preTouchMappedMemory(true)
                    .closeLingerDurationNs(LINGER_NANOS)
                    .errorHandler(this::noticed)
                    .subscriberErrorHandler(this::noticed));
        } catch (AeronException e) {
            throw new TransportException(
                    "dir: " + aeronDir + " (expected: the aeron.dir of a driver that answers): " + e.getMessage(), e);
        }
    }

    private void noticed(Throwable error) {
        if (!closed) {
            notices.add("Aeron client: " + error);
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

    /** Counters of the driver in use. */
    synchronized CountersReader counters() {
        return aeron.countersReader();
    }

    /** Makes an end, and keeps it over the death of drivers. */
    synchronized void addPublisher(Linked publisher) {
        publisher.prepare(aeron);
        publisher.turn();
        publishers.add(publisher);
    }

    /** The same for a subscription. */
    synchronized void addSubscription(Linked subscription) {
        subscription.prepare(aeron);
        subscription.turn();
        subscriptions.add(subscription);
    }

    /** Forgets an end that is closed. */
    synchronized void remove(Linked end) {
        publishers.remove(end);
        subscriptions.remove(end);
    }

    /**
     * Returns when every publication has a subscriber.
     *
     * @throws TransportException where one has none in time
     */
    synchronized void awaitReady() throws InterruptedException {
        Linked missing = firstNotReady(READY_LIMIT);
        if (missing != null) {
            throw new TransportException(missing.what() + ": nobody had subscribed after " + READY_LIMIT.toSeconds()
                    + " s; see driver.log and driver-errors.txt");
        }
    }

    private Linked firstNotReady(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        for (Linked publisher : publishers) {
            while (!publisher.isReady()) {
                if (System.nanoTime() - start > limit.toNanos()) {
                    return publisher;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return null;
    }

    private void watch() {
        try {
            while (!closed) {
                Thread.sleep(LOOK_MILLIS);
                look();
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private synchronized void look() throws InterruptedException {
        Object now = identity();
        if (closed || now == null || now.equals(driver) && !aeron.isClosed()) {
            return;
        }
        long start = System.nanoTime();
        Aeron fresh = null;
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

    /** Consumers first; publishers turn before them, so that what the former buffers hold is all there is in them. */
    private void turnTo(Aeron fresh) throws InterruptedException {
        for (Linked subscription : subscriptions) {
            subscription.prepare(fresh);
        }
        for (Linked publisher : publishers) {
            publisher.prepare(fresh);
        }
        firstNotReady(TURN_LIMIT);
        publishers.forEach(Linked::turn);
        subscriptions.forEach(Linked::turn);
        if (!aeron.isClosed()) {
            lastCounters.accept(aeron.countersReader());
        }
        // Not closed yet: the measuring threads may be in its buffers.
        former.add(aeron);
        aeron = fresh;
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
            former.forEach(Aeron::close);
            aeron.close();
        }
    }
}
