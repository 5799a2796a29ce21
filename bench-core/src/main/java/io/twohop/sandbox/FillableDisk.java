package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A disk in memory, which is full once it is made as small as what it holds: that takes no room at all. */
final class FillableDisk implements FaultTarget {
    private static final int TRIES = 50;

    private final Path mount;
    private final Path work;
    private final String size;

    /**
     * @param mount where it is
     * @param work elsewhere, for what a command says
     * @param size to give it back
     */
    FillableDisk(Path mount, Path work, String size) {
        this.mount = mount;
        this.work = work;
        this.size = size;
    }

    @Override
    public String name() {
        return Fault.DISK;
    }

    @Override
    public void begin(Fault fault) throws IOException, InterruptedException {
        FileStore store = Files.getFileStore(mount);
        for (int tried = 1; ; tried++) {
            try {
                resize(Long.toString(store.getTotalSpace() - store.getUnallocatedSpace()));
                return;
            } catch (IOException e) {
                // More was written meanwhile.
                if (tried == TRIES) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void end(Fault fault) throws IOException, InterruptedException {
        resize(size);
    }

    private void resize(String to) throws IOException, InterruptedException {
        HostCommand.run(work, List.of("mount", "-o", "remount,size=" + to, mount.toString()));
    }
}
