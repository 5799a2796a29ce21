package io.twohop.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Control groups that limit block devices, of version 1 or 2.
 *
 * @param parent directory in which a run's group is created
 * @param home group of this process before a fault
 * @param controllers files that hand the controller of version 2 down to groups in {@code parent}; none in version 1
 */
record DiskGroups(Path parent, Path home, List<Path> controllers) {
    private static final Path MOUNTS = Path.of("/sys/fs/cgroup");
    private static final Path OWN = Path.of("/proc/self/cgroup");
    private static final String OWN_GROUP = "0::";
    private static final String NAME = "twohop-";
    private static final String ENABLE = "+io";

    DiskGroups {
        controllers = List.copyOf(controllers);
    }

    /** Returns the groups of this machine; empty if none limits block devices. */
    static Optional<DiskGroups> find() {
        try {
            return find(MOUNTS, OWN);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the groups of a machine. In version 2 a group with processes can hand no controller down, so a run's group is a sibling of
     * this process's own.
     *
     * @param mounts directory of all control groups
     * @param own file with this process's groups
     */
    static Optional<DiskGroups> find(Path mounts, Path own) throws IOException {
        Path first = mounts.resolve("blkio");
        if (Files.isDirectory(first)) {
            return Optional.of(new DiskGroups(first, first, List.of()));
        }
        // Where version 1 has other controllers, version 2 is beside them.
        for (Path root : List.of(mounts, mounts.resolve("unified"))) {
            Path controllers = root.resolve("cgroup.controllers");
            if (Files.exists(controllers)
                    && List.of(Files.readString(controllers).strip().split(" ")).contains("io")) {
                return Optional.of(secondVersion(root, own));
            }
        }
        return Optional.empty();
    }

    private static DiskGroups secondVersion(Path root, Path own) throws IOException {
        String path = Files.readAllLines(own).stream()
                .filter(line -> line.startsWith(OWN_GROUP))
                .map(line -> line.substring(OWN_GROUP.length()))
                .findFirst()
                .orElse("/");
        Path home = root.resolve(path.substring(1)).normalize();
        Path parent = home.equals(root) ? root : home.getParent();
        List<Path> down = new ArrayList<>();
        for (Path group = parent; group.startsWith(root); group = group.getParent()) {
            down.add(0, group.resolve("cgroup.subtree_control"));
        }
        return new DiskGroups(parent, home, down);
    }

    /**
     * Enables the controller for the run's group, which is the only way to learn whether the kernel allows it. The controller stays enabled.
     *
     * @return why no group can be created here; empty if one can
     */
    Optional<String> unusable() {
        if (!Files.isWritable(parent)) {
            return Optional.of("this user may not write to " + parent);
        }
        try {
            enable();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("a group in " + parent + " cannot limit disks: " + e.getMessage());
        }
    }

    private void enable() throws IOException {
        for (Path file : controllers) {
            if (!List.of(Files.readString(file).strip().split(" ")).contains("io")) {
                Files.writeString(file, ENABLE);
            }
        }
    }

    /** Returns the group that a process creates. */
    Path group(long pid) {
        return parent.resolve(NAME + pid);
    }

    /**
     * Creates a group whose processes may write only that many bytes per second.
     *
     * @param device such as {@code 254:0}
     */
    void create(Path group, String device, long bytesPerSecond) throws IOException {
        enable();
        Files.createDirectory(group);
        if (controllers.isEmpty()) {
            Files.writeString(group.resolve("blkio.throttle.write_bps_device"), device + " " + bytesPerSecond);
        } else {
            Files.writeString(group.resolve("io.max"), device + " wbps=" + bytesPerSecond);
        }
    }

    /** Returns the group to which processes return: this process's own, unless it was deleted meanwhile, being empty. */
    Path back() {
        return Files.exists(home) ? home : parent;
    }
}
