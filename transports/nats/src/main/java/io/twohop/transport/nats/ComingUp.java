package io.twohop.transport.nats;

import io.nats.client.JetStreamApiException;
import java.io.IOException;

/** Asks servers of the run's own again while they come up: a cluster has no leader at first, or not all its members. */
final class ComingUp {
    private static final long RETRY_MILLIS = 100;
    private static final long LIMIT_NANOS = 20_000_000_000L;

    /** The server's code for a cluster with too few members that are there; a bad request by its status. */
    private static final int NO_PEERS = 10_005;

    private final NatsConfig config;
    private final NatsIncidents incidents;

    /** A request that changes nothing when it is repeated. */
    @FunctionalInterface
    interface Request<T> {
        T get() throws IOException, JetStreamApiException;
    }

    ComingUp(NatsConfig config, NatsIncidents incidents) {
        this.config = config;
        this.incidents = incidents;
    }

    /** Of other servers it is not known that what is missing will come: their first answer counts. */
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
