package io.twohop.transport.kit;

import io.twohop.config.ThisUser;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A directory held by an open descriptor. Its entries are checked, opened and deleted relative to the descriptor, and
 * links are not followed, so another user who replaces a name meanwhile cannot lead a deletion elsewhere. Systems
 * without such descriptors give each user a temporary directory of his own; there, paths are used.
 */
final class OpenDirectory implements AutoCloseable {
    private final Path path;
    private final DirectoryStream<Path> stream;

    private OpenDirectory(Path path, DirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
    }

    /** Opens a directory; follows links. */
    static OpenDirectory of(Path path) throws IOException {
        return new OpenDirectory(path, Files.newDirectoryStream(path));
    }

    Path path() {
        return path;
    }

    private Optional<SecureDirectoryStream<Path>> descriptor() {
        return stream instanceof SecureDirectoryStream<Path> open ? Optional.of(open) : Optional.empty();
    }

    /** Returns the names of the entries; once only. */
    List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            stream.forEach(entry -> names.add(entry.getFileName()));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    /**
     * Opens a directory in this one.
     *
     * @throws NotDirectoryException for anything else, such as a link
     */
    OpenDirectory enter(Path name) throws IOException {
        // Opening a pipe would wait for its other end.
        if (!isDirectory(name)) {
            throw new NotDirectoryException(path.resolve(name).toString());
        }
        return new OpenDirectory(
                path.resolve(name),
                descriptor().isPresent()
                        ? descriptor().get().newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)
                        : Files.newDirectoryStream(path.resolve(name)));
    }

    /** Opens a directory in this one that this user owns, and that nobody else may change; empty for anything else. */
    Optional<OpenDirectory> enterOwn(Path name) throws IOException {
        if (!ThisUser.ownsAlone(view(name, PosixFileAttributeView.class)) || !isDirectory(name)) {
            return Optional.empty();
        }
        OpenDirectory entered = enter(name);
        // The name may have been replaced since; the descriptor cannot be.
        Optional<SecureDirectoryStream<Path>> held = entered.descriptor();
        if (held.isPresent() && !ThisUser.ownsAlone(held.get().getFileAttributeView(PosixFileAttributeView.class))) {
            entered.close();
            return Optional.empty();
        }
        return Optional.of(entered);
    }

    boolean isDirectory(Path name) throws IOException {
        return view(name, BasicFileAttributeView.class).readAttributes().isDirectory();
    }

    private <V extends BasicFileAttributeView> V view(Path name, Class<V> type) {
        return descriptor()
                .map(open -> open.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS))
                .orElseGet(() -> Files.getFileAttributeView(path.resolve(name), type, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Opens a file.
     *
     * @throws IOException for anything but a regular file of this user
     */
    FileChannel openOwnFile(Path name, OpenOption access) throws IOException {
        Set<OpenOption> options = Set.of(access, LinkOption.NOFOLLOW_LINKS);
        if (!ThisUser.ownsFile(view(name, PosixFileAttributeView.class))) {
            throw new NoSuchFileException(path.resolve(name) + ": no regular file of this user");
        }
        return descriptor().isPresent()
                ? (FileChannel) descriptor().get().newByteChannel(name, options)
                : FileChannel.open(path.resolve(name), options);
    }

    /** Deletes a file or an empty directory. */
    void delete(Path name, boolean isDirectory) throws IOException {
        if (descriptor().isEmpty()) {
            Files.deleteIfExists(path.resolve(name));
        } else if (isDirectory) {
            descriptor().get().deleteDirectory(name);
        } else {
            descriptor().get().deleteFile(name);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
