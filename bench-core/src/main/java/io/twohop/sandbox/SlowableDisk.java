package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The disk that the data is on, slow for this process and those it started: they are put in a control group that may
 * write a limited number of bytes a second to it, for as long as the fault lasts. What is written without being synced goes to the page
 * cache first, and is not held up.
 */
final class SlowableDisk implements FaultTarget {
    private static final Path DEVICES = Path.of("/sys/dev/block");
    private static final String PROCESSES = "cgroup.procs";

    private final Path data;
    private final Path root;
    private final Path group;

    /** @param root of the control groups for block devices */
    SlowableDisk(Path data, Path root) {
        this.data = data;
        this.root = root;
        this.group = group(root, ProcessHandle.current().pid());
    }

    /** The group that a process makes. */
    static Path group(Path root, long pid) {
        return root.resolve("twohop-" + pid);
    }

    /** Moves this process out of its group, and deletes that, if it is there. */
    static void leave(Path root) throws IOException {
        Path group = group(root, ProcessHandle.current().pid());
        if (Files.exists(group)) {
            move(root);
            Files.delete(group);
        }
    }

    @Override
    public String name() {
        return Fault.DISK;
    }

    @Override
    public void begin(Fault fault) throws IOException {
        String device = device();
        Files.createDirectory(group);
        Files.writeString(
                group.resolve("blkio.throttle.write_bps_device"),
                device + " " + fault.to().bytes());
        move(group);
        checkAllAreIn();
    }

    /** Else a server would write on as ever, and nobody would know why the disk is not slow. */
    private void checkAllAreIn() throws IOException {
        List<String> inside = Files.readAllLines(group.resolve(PROCESSES));
        for (ProcessHandle process : all()) {
            if (process.isAlive() && !inside.contains(Long.toString(process.pid()))) {
                throw new IOException("slow: process " + process.pid() + " ("
                        + process.info().command().orElse("unknown") + ") is not in the group " + group);
            }
        }
    }

    @Override
    public void end(Fault fault) throws IOException {
        leave(root);
    }

    /** Each of its own: what they start meanwhile is where they are. */
    private static void move(Path group) throws IOException {
        for (ProcessHandle process : all()) {
            try {
                Files.writeString(group.resolve(PROCESSES), Long.toString(process.pid()));
            } catch (IOException e) {
                if (process.isAlive()) {
                    throw e;
                }
            }
        }
    }

    private static List<ProcessHandle> all() {
        List<ProcessHandle> all = new ArrayList<>(List.of(ProcessHandle.current()));
        all.addAll(ProcessHandle.current().descendants().toList());
        return all;
    }

    /** The whole disk, such as {@code 254:0}, whichever of its partitions the data is on. */
    private String device() throws IOException {
        long number = (Long) Files.getAttribute(data, "unix:dev");
        // As in sys/sysmacros.h.
        long major = (number >> 8) & 0xfff | (number >> 32) & ~0xfffL;
        long minor = number & 0xff | (number >> 12) & ~0xffL;
        Path device = DEVICES.resolve(major + ":" + minor);
        if (!Files.exists(device)) {
            throw new IOException("slow: " + data + " is on no block device of its own");
        }
        Path real = device.toRealPath();
        Path disk = Files.exists(real.resolve("partition")) ? real.getParent() : real;
        return Files.readString(disk.resolve("dev")).strip();
    }
}
