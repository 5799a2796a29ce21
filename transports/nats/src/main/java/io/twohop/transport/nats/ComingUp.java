package io.twohop.transport.nats;

import io.nats.client.JetStreamApiException;
import java.io.IOException;

/** Repeats requests to embedded servers while they start: a new cluster has no leader, or not all members. */
final class ComingUp {
    private static final long RETRY_MILLIS = 100;
    private static final long LIMIT_NANOS = 20_000_000_000L;

    /** The server's code for a cluster without enough members; its status is a bad request. */
    private static final int NO_PEERS = 10_005;

    private final NatsConfig config;
    private final NatsIncidents incidents;

    /** An idempotent request. */
    @FunctionalInterface
    interface Request<T> {
        T get() throws IOException, JetStreamApiException;
    }

    ComingUp(NatsConfig config, NatsIncidents incidents) {
        this.config = config;
        this.incidents = incidents;
    }

    /**
     * Repeats a request to embedded servers until it succeeds. External servers are asked once: they are not starting.
     */
    <T> T ask(Request<T> request) throws IOException, JetStreamApiException, InterruptedException {
        long startNanos = System.nanoTime();
        while (true) {
            try {
                return request.get();
            } catch (JetStreamApiException e) {
                if (!mayPass(e) || isLate(startNanos)) {
                    throw e;
                }
            } catch (IOException e) {
                if (!isOurs() || incidents.haveRefusal() || isLate(startNanos)) {
                    throw e;
                }
            }
            Thread.sleep(RETRY_MILLIS);
        }
    }

    private boolean mayPass(JetStreamApiException e) {
        return isOurs() && (e.getErrorCode() == 503 || e.getErrorCode() == 500 || e.getApiErrorCode() == NO_PEERS);
    }

    private boolean isOurs() {
        return !config.servers().areExternal();
    }

    private static boolean isLate(long startNanos) {
        return System.nanoTime() - startNanos > LIMIT_NANOS;
    }
}
