package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The disk of the data, slowed for this process and its children: a control group limits the bytes per second that they
 * may write during the fault. Writes without a sync go to the page cache, and are not slowed.
 */
final class SlowableDisk implements FaultTarget {
    private static final Path DEVICES = Path.of("/sys/dev/block");
    private static final String PROCESSES = "cgroup.procs";

    private final Path data;
    private final DiskGroups groups;
    private final Path group;

    SlowableDisk(Path data, DiskGroups groups) {
        this.data = data;
        this.groups = groups;
        this.group = groups.group(ProcessHandle.current().pid());
    }

    /** Moves this process out of its group, and deletes the group if it exists. */
    static void leave(DiskGroups groups) throws IOException {
        Path group = groups.group(ProcessHandle.current().pid());
        if (Files.exists(group)) {
            move(groups.back());
            Files.delete(group);
        }
    }

    @Override
    public String name() {
        return Fault.DISK;
    }

    @Override
    public void begin(Fault fault) throws IOException {
        groups.create(group, device(), fault.to().bytes());
        move(group);
        checkAllAreIn();
    }

    /** Checks that all processes joined the group: otherwise a server would write at full speed, unnoticed. */
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
        leave(groups);
    }

    /** Moves every process; children started meanwhile are in their parent's group. */
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

    /** Returns the whole disk, such as {@code 254:0}, whichever partition holds the data. */
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
