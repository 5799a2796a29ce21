package io.twohop.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks archives and checks their checksums. */
public final class Archives {
    private Archives() {}

    /**
     * Takes one file out of an archive.
     *
     * @param name last parts of the file's path in the archive
     * @param to the file to create
     * @throws IOException if the archive holds no such file, or cannot be read
     */
    public static void unzip(Path archive, String name, Path to) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory() && Path.of(entry.getName()).endsWith(name)) {
                    Files.copy(zip, to);
                    return;
                }
            }
        }
        throw new IOException("holds no " + name);
    }

    /** Returns a file's SHA-256 checksum, in hexadecimal. */
    public static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Refuses a file with another checksum.
     *
     * @throws IOException with both checksums
     */
    public static void requireSha256(Path file, String expected) throws IOException {
        String its = sha256(file);
        if (!its.equals(expected)) {
            throw new IOException(
                    "the checksum of " + file.getFileName() + " is " + its + ", and not the pinned " + expected);
        }
    }
}
