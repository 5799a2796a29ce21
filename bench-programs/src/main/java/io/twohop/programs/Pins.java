package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pinned SHA-256 checksums of a program, or of a directory with its files.
 *
 * @param sha256 checksums in hexadecimal by {@link Platform#name}; empty if the program is not pinned
 */
public record Pins(Map<String, String> sha256) {
    /** Accepts any program. */
    public static final Pins NONE = new Pins(Map.of());

    private static final int LONGEST_NOTE = 1 << 20;

    public Pins {
        sha256 = Map.copyOf(sha256);
    }

    /** Returns whether a program for this machine can be accepted. */
    boolean coverThisPlatform() {
        return sha256.isEmpty() || sha256.containsKey(Platform.name());
    }

    /**
     * Refuses a program with another checksum.
     *
     * @throws IOException with both checksums, or if none is pinned for this platform
     */
    public void require(Path program) throws IOException {
        if (!sha256.isEmpty()) {
            require(program, Archives.sha256(program));
        }
    }

    /**
     * Does the same for a program in the cache, or for a directory with its files. The checksum is computed again only if a file has
     * changed.
     */
    public void requireKept(Path program) throws IOException {
        if (!sha256.isEmpty()) {
            require(program, keptSha256(program));
        }
    }

    private void require(Path program, String checksum) throws IOException {
        if (!coverThisPlatform()) {
            throw new IOException("no checksum is pinned for " + Platform.name());
        }
        Archives.requireEqual(program, checksum, sha256.get(Platform.name()));
    }

    /** Keeps the checksum beside the program, with the files' change times, which no user can set. */
    private static String keptSha256(Path program) throws IOException {
        if (!OwnFiles.areKnown(program)) {
            return Archives.sha256(program);
        }
        StringBuilder state = new StringBuilder();
        for (Path file : Archives.files(program)) {
            Map<String, Object> attributes =
                    Files.readAttributes(file, "unix:ctime,ino,size", LinkOption.NOFOLLOW_LINKS);
            state.append(file).append(new TreeMap<>(attributes));
        }
        Path note = program.resolveSibling(program.getFileName() + ".sha256");
        if (Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS) && Files.size(note) < LONGEST_NOTE) {
            String[] noted = Files.readString(note).split(" ", 2);
            if (noted.length == 2 && noted[1].contentEquals(state)) {
                return noted[0];
            }
        }
        String checksum = Archives.sha256(program);
        try {
            Files.writeString(note, checksum + " " + state);
        } catch (IOException e) {
            // Without the right to write to the cache, the checksum is computed each time.
        }
        return checksum;
    }
}
