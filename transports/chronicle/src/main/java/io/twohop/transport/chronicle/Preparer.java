package io.twohop.transport.chronicle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread that prepares blocks ahead of each queue that this process publishes to. */
final class Preparer implements Runnable, AutoCloseable {
    static final String NAME = "chronicle-preparer";

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int blocks;
    private final Set<QueueFiles> known = ConcurrentHashMap.newKeySet();
    private final List<BlocksAhead> queues = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this, NAME);
    private volatile boolean closed;

    /** @param blocks number of blocks to prepare; 0 for none, without a thread */
    Preparer(int blocks) {
        this.blocks = blocks;
        thread.setDaemon(true);
    }

    void start() {
        if (blocks > 0) {
            thread.start();
        }
    }

    /** Begins to prepare the blocks of a queue, once for all its publishers. */
    void add(QueueFiles queue) {
        if (known.add(queue)) {
            queues.add(new BlocksAhead(queue.queue(), blocks));
        }
    }

    /** Names the thread, if there is one. */
    List<String> threads() {
        return blocks > 0 ? List.of(NAME) : List.of();
    }

    @Override
    public void run() {
        List<BlocksAhead> failed = new ArrayList<>();
        while (!closed) {
            boolean worked = false;
            for (BlocksAhead queue : queues) {
                try {
                    worked |= queue.prepareNext();
                } catch (IOException | RuntimeException e) {
                    System.err.println("blocks ahead could not be prepared, so publishers wait for theirs: " + e);
                    failed.add(queue);
                }
            }
            queues.removeAll(failed);
            if (!worked) {
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        }
        queues.forEach(BlocksAhead::close);
        failed.forEach(BlocksAhead::close);
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
