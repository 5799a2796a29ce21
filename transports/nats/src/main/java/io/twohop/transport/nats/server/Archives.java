package io.twohop.transport.nats.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** What arrives packed. */
final class Archives {
    private Archives() {}

    /** Takes the one file of that name out of an archive, into the directory that the archive is in. */
    static Path unzip(Path archive, String fileName) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory() && Path.of(entry.getName()).endsWith(fileName)) {
                    Path file = archive.resolveSibling(fileName);
                    Files.copy(zip, file, StandardCopyOption.REPLACE_EXISTING);
                    return file;
                }
            }
        }
        throw new IOException("holds no " + fileName);
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
