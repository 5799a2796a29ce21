package io.twohop.engine;

import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.Start;
import io.twohop.fault.Injection;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.ServiceClocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * What the parent says on standard input, a line each: to a part of a run that is spread over machines, when it begins, what faults
 * were done elsewhere, and when it may close. To any other JVM that measures it says nothing, and only holds the other end open.
 */
public final class ParentCommands implements Peers {
    /** Goes before the {@link Start}. */
    public static final String START = "start ";

    /** Goes before the faults that were done so far to other parts, by time since measuring began. */
    public static final String FAULTS = "faults ";

    /** No part uses the run's channels any more. */
    public static final String CLOSE = "close";

    private static final long SIGN_OF_LIFE_MILLIS = 1_000;

    private final CountDownLatch agreed = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ForkReporter parent;
    private volatile Start start;
    private volatile List<Injection> faults = List.of();

    ParentCommands(ForkReporter parent) {
        this.parent = parent;
    }

    /** Reads until the parent has died, however that happens. */
    void readAll(InputStream in) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                onLine(line);
            }
        } catch (IOException e) {
            // The same as its end.
        }
    }

    private void onLine(String line) throws IOException {
        if (line.startsWith(START)) {
            start = Protocol.JSON.readValue(line.substring(START.length()), Start.class);
            agreed.countDown();
        } else if (line.startsWith(FAULTS)) {
            faults = List.of(Protocol.JSON.readValue(line.substring(FAULTS.length()), Injection[].class));
        } else if (line.equals(CLOSE)) {
            closing.countDown();
        }
    }

    @Override
    public long awaitStart(NanoClock clock, String address) {
        parent.onConnected(address);
        try {
            await(agreed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the start", e);
        }
        long aheadNanos = start.nanos() - clock.nanoTime();
        if (aheadNanos < LEAD_NANOS) {
            throw new IllegalStateException("heard of the start " + TimeUnit.NANOSECONDS.toMillis(-aheadNanos)
                    + " ms after it; this machine, or the network to it, was held up");
        }
        return start.nanos();
    }

    @Override
    public List<Injection> faults() {
        return faults;
    }

    @Override
    public RemoteService service() {
        return new RemoteService() {
            @Override
            public void open() {
                // An agent does that, on its machine.
            }

            @Override
            public ServiceClocks clocks() {
                return start.services();
            }
        };
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        await(closing);
    }

    /** For as long as the parent lives. */
    private void await(CountDownLatch latch) throws InterruptedException {
        while (!latch.await(SIGN_OF_LIFE_MILLIS, TimeUnit.MILLISECONDS)) {
            parent.onWaiting();
        }
    }
}
