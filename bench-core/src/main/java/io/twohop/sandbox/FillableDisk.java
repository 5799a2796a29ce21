package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A disk in memory. Filling it shrinks it to little more than its content, and a file takes the rest: writing a
 * gigabyte would take time and memory, and shrinking to the exact size fails if something is written meanwhile.
 */
final class FillableDisk implements FaultTarget {
    private static final int TRIES = 10;
    private static final long LEAST_MARGIN = 256 << 10;
    private static final int BLOCK = 4096;

    private final Path mount;
    private final Path filler;
    private final String size;
    private final Resize resize;

    /** Sets the size of the disk: a number of bytes, or as {@code mount} takes it. */
    @FunctionalInterface
    interface Resize {
        /** @throws IOException if the disk holds more than that */
        void to(String size) throws IOException, InterruptedException;
    }

    FillableDisk(Path mount, String size, Resize resize) {
        this.mount = mount;
        this.filler = mount.resolve(".full");
        this.size = size;
        this.resize = resize;
    }

    /**
     * Creates a disk that is resized by remounting.
     *
     * @param work a directory elsewhere, for a command's output
     */
    static FillableDisk mounted(Path mount, Path work, String size) {
        return new FillableDisk(
                mount,
                size,
                to -> HostCommand.run(work, List.of("mount", "-o", "remount,size=" + to, mount.toString())));
    }

    @Override
    public String name() {
        return Fault.DISK;
    }

    @Override
    public void begin(Fault fault) throws IOException, InterruptedException {
        shrink();
        fill();
    }

    private void shrink() throws IOException, InterruptedException {
        FileStore store = Files.getFileStore(mount);
        long margin = LEAST_MARGIN;
        for (int tried = 1; ; tried++) {
            try {
                resize.to(Long.toString(store.getTotalSpace() - store.getUnallocatedSpace() + margin));
                return;
            } catch (IOException e) {
                // More than that was written meanwhile.
                if (tried == TRIES) {
                    throw e;
                }
                margin *= 2;
            }
        }
    }

    private void fill() throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (Files.getFileStore(mount).getUnallocatedSpace() >= BLOCK) {
                throw e;
            }
        }
    }

    @Override
    public void end(Fault fault) throws IOException, InterruptedException {
        resize.to(size);
        Files.deleteIfExists(filler);
    }
}
