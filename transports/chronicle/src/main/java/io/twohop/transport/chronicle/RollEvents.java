package io.twohop.transport.chronicle;

import io.twohop.transport.Occurrence;
import java.io.File;
import net.openhft.chronicle.queue.impl.StoreFileListener;

/** Records that a queue rolled to its next file, which takes its thread some time. */
final class RollEvents implements StoreFileListener {
    static final RollEvents INSTANCE = new RollEvents();

    private RollEvents() {}

    @Override
    public void onAcquired(int cycle, File file) {
        Occurrence.mark("roll to the next queue file");
    }

    @Override
    public void onReleased(int cycle, File file) {
        // The janitor's business.
    }
}
