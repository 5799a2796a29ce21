package io.twohop.leftovers;

import io.twohop.config.LimitedFile;
import io.twohop.config.ThisUser;
import io.twohop.config.UserDirectories;
import io.twohop.transport.Creation;
import io.twohop.transport.TransportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The user's directory of creation logs: one per run that may have left something on servers it did not start, or in a
 * directory that its transport file names.
 *
 * @param place may not exist yet; empty if nothing names one
 */
public record CreationFiles(Optional<Path> place) {
    /** Environment variable with the parent of the directory. */
    public static final String VARIABLE = "XDG_STATE_HOME";

    /** Logs of this process: opening and closing one again would release its lock. */
    static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private static final String SUFFIX = ".created";

    /** @param directory may not exist yet */
    CreationFiles(Path directory) {
        this(Optional.of(directory));
    }

    /** Returns the directory of this user. */
    public static CreationFiles ofUser() {
        return new CreationFiles(
                UserDirectories.state().map(state -> state.resolve("twohop").resolve("created")));
    }

    /**
     * Returns the directory.
     *
     * @throws TransportException if nothing names one
     */
    public Path directory() {
        return place.orElseThrow(() -> new TransportException("what runs leave behind cannot be recorded: HOME names no"
                + " directory, and this user has no home; set HOME or " + VARIABLE + " to an absolute path"));
    }

    Path of(String run) {
        return directory().resolve(run + SUFFIX);
    }

    /** Whether a run or one of its trials has a log; it may still be active. */
    public boolean isUsedBy(String run) {
        try {
            return !files(run).isEmpty() || !files(run + "-*").isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the logs of runs whose process has ended. */
    public List<Leftover> abandoned() throws IOException {
        return matching("*");
    }

    /** Returns the logs of one run and of its trials, if their process has ended. */
    public List<Leftover> abandoned(String run) throws IOException {
        List<Leftover> all = new ArrayList<>(matching(run));
        all.addAll(matching(run + "-*"));
        return all;
    }

    /** Returns everything in all logs but this process's, active runs included. */
    public List<Creation> standing() {
        List<Creation> all = new ArrayList<>();
        try {
            for (Path file : files("*")) {
                if (!OWN.contains(file)) {
                    read(file).ifPresent(leftover -> all.addAll(leftover.creations()));
                }
            }
        } catch (IOException e) {
            // The log was deleted meanwhile.
        }
        return all;
    }

    private List<Leftover> matching(String runs) throws IOException {
        List<Leftover> all = new ArrayList<>();
        for (Path file : files(runs)) {
            if (!OWN.contains(file) && isAbandoned(file)) {
                Optional<Leftover> leftover = read(file);
                if (leftover.isEmpty()) {
                    // Its run was killed before it made anything.
                    Files.deleteIfExists(file);
                }
                leftover.ifPresent(all::add);
            }
        }
        return all;
    }

    private List<Path> files(String runs) throws IOException {
        List<Path> all = new ArrayList<>();
        if (place.isPresent() && Files.isDirectory(place.get())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(place.get(), runs + SUFFIX)) {
                // Another user's log could name what its author wants to be deleted, and a pipe would be waited for.
                files.forEach(file -> {
                    if (ThisUser.ownsFile(file)) {
                        all.add(file);
                    }
                });
            }
        }
        return all;
    }

    private static boolean isAbandoned(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            // Gone meanwhile, or not ours to open.
            return false;
        }
    }

    private static List<Creation> standing(List<Entry> entries) {
        Set<Creation> standing = new LinkedHashSet<>();
        for (Entry entry : entries) {
            if (entry.gone()) {
                standing.remove(entry.creation());
            } else {
                standing.add(entry.creation());
            }
        }
        return List.copyOf(standing);
    }

    /** Empty before the first entry is written. */
    private static Optional<Leftover> read(Path file) throws IOException {
        List<Entry> entries;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(LimitedFile.table(file), StandardCharsets.UTF_8))) {
            entries = lines.lines().map(Entry::read).flatMap(Optional::stream).toList();
        }
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        Entry first = entries.get(0);
        return Optional.of(
                new Leftover(file, first.run(), first.transport(), first.transportFile(), standing(entries)));
    }
}
