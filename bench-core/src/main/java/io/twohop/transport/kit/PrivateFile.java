package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that only their user may read, such as a server's configuration or the messages of a run. */
public final class PrivateFile {
    private PrivateFile() {}

    /**
     * Creates a file that only its user may read, from its first byte on.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the file exists: another user may own it
     */
    public static Path create(Path file, String text) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel out = FileChannel.open(file, options, modes("rw-------"))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
        return file;
    }

    /** Creates a directory that only its user may enter, and absent parents with the usual modes. A directory that exists stays. */
    public static void createDirectories(Path directory) throws IOException {
        Path whole = directory.toAbsolutePath();
        if (!Files.isDirectory(whole)) {
            Files.createDirectories(whole.getParent());
            Files.createDirectory(whole, modes("rwx------"));
        }
    }

    private static FileAttribute<?>[] modes(String modes) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(modes))}
                : new FileAttribute<?>[0];
    }
}
