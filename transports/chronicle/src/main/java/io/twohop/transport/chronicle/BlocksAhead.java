package io.twohop.transport.chronicle;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.ClosedIllegalStateException;
import net.openhft.chronicle.core.io.ReferenceOwner;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueStore;

/**
 * Prepares the blocks ahead of a queue's newest message: reserves their disk space, maps them as the queue's own
 * publishers and readers will, and touches their pages. These then find them ready, without a system call or a page
 * fault. One thread.
 */
final class BlocksAhead implements AutoCloseable {
    private static final int PAGE_BYTES = 4_096;

    private final SingleChronicleQueue queue;
    private final int count;
    private final ReferenceOwner owner = ReferenceOwner.temporary("blocks-ahead");
    private final Deque<MappedBytesStore> held = new ArrayDeque<>();
    private SingleChronicleQueueStore store;
    private MappedFile file;
    private FileSpace space;
    private long next;

    /** @param count number of blocks to prepare after the one that is being written */
    BlocksAhead(SingleChronicleQueue queue, int count) {
        this.queue = queue;
        this.count = count;
    }

    /**
     * Prepares the next block that is due.
     *
     * @return false if none is due
     */
    boolean prepareNext() throws IOException {
        try {
            int cycle = queue.cycle();
            if (store == null || store.cycle() != cycle) {
                return begin(cycle);
            }
            return prepareNext(store.writePosition() / queue.blockSize());
        } catch (ClosedIllegalStateException e) {
            // The queue was closed meanwhile.
            return false;
        }
    }

    private boolean begin(int cycle) {
        SingleChronicleQueueStore found = queue.storeForCycle(cycle, queue.epoch(), false, null);
        if (found == null) {
            return false;
        }
        close();
        store = found;
        file = store.bytes().mappedFile();
        space = FileSpace.of(store.currentFile().toPath());
        next = store.writePosition() / queue.blockSize();
        return true;
    }

    private boolean prepareNext(long written) throws IOException {
        while (!held.isEmpty() && held.peek().start() / queue.blockSize() < written - 1) {
            held.poll().release(owner);
        }
        next = Math.max(next, written);
        if (next > written + count) {
            return false;
        }
        long begin = next * queue.blockSize();
        MappedBytesStore block = file.acquireByteStore(owner, begin);
        held.add(block);
        // A touch without space behind it would be a signal.
        if (space.allocate(begin, queue.blockSize())) {
            touch(block, begin);
        }
        next++;
        return true;
    }

    /** Writes to each page without a change, also while a publisher writes there. */
    private void touch(MappedBytesStore block, long begin) {
        for (long at = begin; at < begin + queue.blockSize(); at += PAGE_BYTES) {
            block.compareAndSwapInt(at, 0, 0);
        }
    }

    /** Returns the number of blocks that are kept mapped. */
    int held() {
        return held.size();
    }

    @Override
    public void close() {
        if (store != null) {
            held.forEach(block -> block.release(owner));
            held.clear();
            space.close();
            queue.closeStore(store);
            store = null;
        }
    }
}
