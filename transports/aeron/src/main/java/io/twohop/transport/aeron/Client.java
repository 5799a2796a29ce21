package io.twohop.transport.aeron;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;

/**
 * This process's clients of one media driver.
 *
 * @param archive null where nothing is recorded
 */
record Client(Aeron aeron, AeronArchive archive) implements AutoCloseable {
    /** Whether what it has mapped may be gone: it closes itself when its driver is silent for too long. */
    boolean isClosed() {
        return aeron.isClosed();
    }

    /** The archive's part is closed with the other: it would ask, and nobody may answer. */
    @Override
    public void close() {
        aeron.close();
    }
}
