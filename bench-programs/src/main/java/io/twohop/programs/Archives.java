package io.twohop.programs;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks archives and checks their checksums. */
public final class Archives {
    private static final long LARGEST = 1L << 30;
    private static final int BUFFER = 1 << 16;

    private Archives() {}

    /**
     * Takes one file out of an archive.
     *
     * @param name last parts of the file's path in the archive
     * @throws IOException if the archive holds no such file, or cannot be read, or the file is larger than 1 GiB
     */
    public static void unzip(Path archive, String name, Path to) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory() && Path.of(entry.getName()).endsWith(name)) {
                    copy(zip, to);
                    return;
                }
            }
        }
        throw new IOException("holds no " + name);
    }

    /**
     * Writes one file of an archive, whose size only unpacking shows.
     *
     * @throws IOException if the file exists, or is larger than 1 GiB
     */
    public static void copy(InputStream content, Path to) throws IOException {
        try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
            byte[] buffer = new byte[BUFFER];
            long left = LARGEST;
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                left -= read;
                if (left < 0) {
                    throw new IOException("holds more than " + LARGEST + " B as " + to.getFileName());
                }
                out.write(buffer, 0, read);
            }
        }
    }

    /** Returns the SHA-256 checksum of a file, or of the names and contents of a directory's files, in hexadecimal. */
    public static String sha256(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            try (InputStream in = Files.newInputStream(path)) {
                return sha256(in);
            }
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : files(path)) {
            String name = path.relativize(file).toString().replace(File.separatorChar, '/');
            lines.append(sha256(file)).append("  ").append(name).append('\n');
        }
        return sha256(new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static String sha256(InputStream in) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a file, or all files of a directory in the order of their names; links are files. */
    static List<Path> files(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
    }

    /**
     * Refuses a file with another checksum.
     *
     * @throws IOException with both checksums
     */
    public static void requireSha256(Path file, String expected) throws IOException {
        requireEqual(file, sha256(file), expected);
    }

    static void requireEqual(Path file, String its, String expected) throws IOException {
        if (!its.equals(expected)) {
            throw new IOException(
                    "the checksum of " + file.getFileName() + " is " + its + ", and not the pinned " + expected);
        }
    }
}
