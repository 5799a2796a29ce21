package io.twohop.launch;

import io.twohop.config.ThisUser;
import io.twohop.config.UserDirectories;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs of other processes that measure on this machine at the same time. A measurement has a file in a directory of the user, locked until
 * it ends, however its process ends. The later of two runs finds the file of the earlier one and writes its name into it, so that both
 * know. Measurements of one process, and of one run, are no neighbours. Without such a directory there are none; those of other users
 * are unknown.
 */
final class Neighbours implements AutoCloseable {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String SUFFIX = ".measuring";

    /** Bytes that are read of a file: more than a run writes, in case something else filled it. */
    private static final int MOST_BYTES = 16_384;

    /** The locked place, beyond the text: on Windows nobody else may read or write a locked part. */
    private static final long LOCKED_AT = Long.MAX_VALUE - 1;

    /** A line of a file: where it measures, its run, its process, and its transport. The first is the file's own. */
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\S+) (\\d+) (.+)");

    /** Files of this process, and the lock of its threads: opening and closing one again would release its lock. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final String machine;
    private final String run;
    private final Set<String> others = new LinkedHashSet<>();
    private Optional<Path> own = Optional.empty();
    private Optional<FileChannel> locked = Optional.empty();

    private Neighbours(String machine, String run) {
        this.machine = machine;
        this.run = run;
    }

    /** Enters a measurement and finds those that run already. Never fails. */
    static Neighbours of(RunPlan plan) {
        return enter(directory(), machine(), plan.runId(), plan.transport().name());
    }

    /** Returns where this user's measurements have their files. */
    static Optional<Path> directory() {
        return UserDirectories.state().map(state -> state.resolve("twohop").resolve("measuring"));
    }

    static Neighbours enter(Optional<Path> directory, String machine, String run, String transport) {
        Neighbours neighbours = new Neighbours(machine, run);
        directory.ifPresent(place -> neighbours.enter(place, transport.replaceAll("\\p{Cntrl}", "?")));
        return neighbours;
    }

    private void enter(Path directory, String transport) {
        try {
            String line = String.join(
                    " ", machine, run, Long.toString(ProcessHandle.current().pid()), transport + "\n");
            Files.createDirectories(directory);
            synchronized (OWN) {
                lock(directory, line);
                meetAll(directory, line);
            }
        } catch (IOException | RuntimeException e) {
            // A run without a place for its file measures all the same.
        }
    }

    /** Others take a file for abandoned only if it has a line and no lock, so the lock comes first. */
    private void lock(Path directory, String line) throws IOException {
        Path file = Files.createTempFile(directory, "", SUFFIX);
        own = Optional.of(file);
        OWN.add(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        locked = Optional.of(channel);
        if (channel.tryLock(LOCKED_AT, 1, false) != null) {
            channel.write(StandardCharsets.UTF_8.encode(line));
        }
    }

    private void meetAll(Path directory, String line) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                if (!OWN.contains(file)) {
                    meet(file, line);
                }
            }
        }
    }

    private void meet(Path file, String line) {
        try {
            if (!ThisUser.ownsFile(file)) {
                // What another user wrote would be shown as a finding.
                return;
            }
            List<String> lines = lines(file);
            Optional<Matcher> other = lines.stream().findFirst().flatMap(Neighbours::parsed);
            if (other.isEmpty()) {
                return;
            }
            if (!other.get().group(1).equals(machine)) {
                return;
            }
            if (isAbandoned(file)) {
                Files.deleteIfExists(file);
            } else if (find(other.get())) {
                Files.writeString(file, line, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            // The other run ended meanwhile.
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static Optional<Matcher> parsed(String line) {
        return Optional.of(LINE.matcher(line)).filter(Matcher::matches);
    }

    private static boolean isAbandoned(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(LOCKED_AT, 1, true)) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Adds a run unless it is this one, as one of several agents has it, or measures on another machine that has this home. */
    private boolean find(Matcher line) {
        boolean isOther = line.group(1).equals(machine) && !line.group(2).equals(run);
        if (isOther) {
            others.add("process " + Long.parseLong(line.group(3)) + ", over " + line.group(4));
        }
        return isOther;
    }

    /** Returns a finding if others measured meanwhile so far: one, since a loop of short runs would bring many that say the same. */
    List<Finding> found() {
        locked.ifPresent(channel -> {
            try {
                ByteBuffer text = ByteBuffer.allocate(MOST_BYTES);
                channel.read(text, 0);
                new String(text.array(), 0, text.position(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> parsed(line).ifPresent(this::find));
            } catch (IOException e) {
                // Then those that came later are unknown.
            }
        });
        return others.stream()
                .findFirst()
                .map(first -> others.size() == 1
                        ? Rules.MEASURED_BESIDE.found(first)
                        : Rules.MEASURED_BESIDE_SEVERAL.found(others.size(), first))
                .stream()
                .toList();
    }

    static String machine() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException e) {
            // The process's id and the name of its machine.
            return ManagementFactory.getRuntimeMXBean().getName().replaceFirst("\\d+@", "");
        }
    }

    /** Ends the measurement. */
    @Override
    public void close() {
        try {
            if (locked.isPresent()) {
                locked.get().close();
            }
            if (own.isPresent()) {
                Files.deleteIfExists(own.get());
            }
        } catch (IOException e) {
            // The next run deletes the file.
        } finally {
            own.ifPresent(OWN::remove);
        }
    }
}
