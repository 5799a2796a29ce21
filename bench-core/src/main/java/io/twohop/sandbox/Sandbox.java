package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.transport.TransportException;
import io.twohop.workload.Fault;
import io.twohop.workload.Fault.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The private network and disk that a run's faults need. The measuring process starts in Linux namespaces, as do its
 * children; no other process sees what it changes there.
 */
public final class Sandbox {
    /** Size of the disk that faults can fill; only written data takes memory. */
    private static final String DISK_SIZE = "1g";

    private final boolean network;
    private final boolean delays;
    private final boolean disk;
    private final boolean slow;
    private final Optional<DiskGroups> groups;

    private Sandbox(Collection<Fault> faults) {
        network = faults.stream().anyMatch(fault -> fault.target().equals(Fault.NETWORK));
        delays = faults.stream().anyMatch(fault -> fault.action() == Action.DELAY);
        disk = faults.stream().anyMatch(fault -> fault.action() == Action.FILL);
        slow = faults.stream().anyMatch(fault -> fault.action() == Action.SLOW);
        groups = slow ? DiskGroups.find() : Optional.empty();
    }

    /** Returns the sandbox that a run's faults need; without faults it does nothing. */
    public static Sandbox of(List<Fault> faults) {
        return new Sandbox(faults);
    }

    /** Whether the measuring process must start in the sandbox. */
    public boolean isNeeded() {
        return network || disk || slow;
    }

    /** Returns the directory of a run's data: on its own disk within the run's directory, if it has one. */
    public Path data(Path directory) {
        return disk ? directory.resolve(Fault.DISK) : directory;
    }

    /** Returns the prefix of the process's command, once {@link #data} exists; empty if it needs none. */
    public List<String> command(Path directory) {
        return network || disk ? command(data(directory), "exec \"$@\"") : List.of();
    }

    private List<String> command(Path data, String then) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        if (!isRoot()) {
            command.add("--map-root-user");
        }
        List<String> script = new ArrayList<>();
        if (network) {
            command.add("--net");
            script.add("ip link set lo up");
        }
        if (disk) {
            command.add("--mount");
            script.add("mount -t tmpfs -o mode=700,size=" + DISK_SIZE + " twohop \"$0\"");
        }
        script.add(then);
        command.addAll(List.of("/bin/sh", "-c", String.join(" && ", script), data.toString()));
        return command;
    }

    private static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /**
     * Checks that the sandbox can be created.
     *
     * @throws TransportException if this machine or user cannot have it
     */
    public void check() throws InterruptedException {
        if (!isNeeded()) {
            return;
        }
        Set<String> needed = new TreeSet<>();
        if (network || disk) {
            needed.add("unshare");
        }
        if (network) {
            needed.addAll(List.of("ip", "tc"));
        }
        if (disk) {
            needed.add("mount");
        }
        try {
            for (String name : needed) {
                if (!HostCommand.isThere(name)) {
                    throw unavailable("there is no command " + name + " (Linux has it, in util-linux or iproute2)");
                }
            }
        } catch (IOException e) {
            throw unavailable(e.getMessage());
        }
        if (slow) {
            Optional<String> why = groups.map(DiskGroups::unusable)
                    .orElse(Optional.of("no control group here limits disks (blkio of version 1, io of version 2)"));
            if (why.isPresent()) {
                throw unavailable("slow needs root and control groups: " + why.get());
            }
        }
        if (network || disk) {
            tryCommands();
        }
    }

    private void tryCommands() throws InterruptedException {
        Map<String, String> tries = new LinkedHashMap<>();
        tries.put("this user may have no namespaces of its own", "true");
        if (network) {
            tries.put("this kernel cannot drop packets", "tc qdisc add dev lo root " + NetworkTarget.CUT);
        }
        if (delays) {
            tries.put(
                    "this kernel has no netem to delay packets with",
                    "tc qdisc add dev lo root " + NetworkTarget.delay(Duration.ofMillis(1)));
        }
        try {
            Path work = Files.createTempDirectory("twohop-");
            Path data = Files.createDirectory(work.resolve(Fault.DISK));
            try {
                for (Map.Entry<String, String> each : tries.entrySet()) {
                    tryCommand(each.getKey(), work, command(data, each.getValue()));
                }
            } finally {
                Files.deleteIfExists(work.resolve("output.txt"));
                Files.delete(data);
                Files.delete(work);
            }
        } catch (IOException e) {
            throw unavailable(e.getMessage());
        }
    }

    private void tryCommand(String why, Path work, List<String> command) throws InterruptedException {
        try {
            HostCommand.run(work, command);
        } catch (IOException e) {
            throw unavailable(why + ": " + e.getMessage());
        }
    }

    private static TransportException unavailable(String why) {
        return new TransportException("faults: not available here: " + why);
    }

    /** Returns what faults can hit, within the process that was started in the sandbox. */
    public List<FaultTarget> targets(Path directory) {
        List<FaultTarget> targets = new ArrayList<>();
        if (network) {
            targets.add(new NetworkTarget(directory));
        }
        if (disk) {
            targets.add(FillableDisk.mounted(data(directory), directory, DISK_SIZE));
        } else {
            groups.ifPresent(limits -> targets.add(new SlowableDisk(data(directory), limits)));
        }
        return targets;
    }

    /**
     * Releases what would outlive the process started in the sandbox; it calls this if no parent is left to {@link
     * #discard}.
     */
    public void leave(Path directory) {
        try {
            if (disk) {
                HostCommand.run(
                        directory, List.of("umount", "-l", data(directory).toString()));
            }
            if (groups.isPresent()) {
                SlowableDisk.leave(groups.get());
            }
        } catch (IOException e) {
            // The remaining group is empty.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Removes what a process that was started in it may have left.
     *
     * @param pid of the process, which has ended with all that it started
     */
    public void discard(long pid) throws IOException {
        if (groups.isPresent()) {
            Files.deleteIfExists(groups.get().group(pid));
        }
    }
}
