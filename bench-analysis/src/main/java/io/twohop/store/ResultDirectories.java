package io.twohop.store;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The directories of results that are named, or lie in named directories at any depth, each once.
 *
 * @param named results that the user named
 * @param found results below named directories
 * @param passedOver files and directories that could not be looked into, with the reason
 */
public record ResultDirectories(List<Path> named, List<Path> found, List<String> passedOver) {
    /**
     * Looks for results.
     *
     * @throws ConfigException for a path that is not a directory
     */
    public static ResultDirectories under(List<Path> paths) throws IOException {
        ResultDirectories directories = new ResultDirectories(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Visitor visitor = new Visitor(directories);
        for (Path path : paths) {
            if (!Files.isDirectory(path)) {
                throw ConfigException.invalid("DIR", path, "a directory of results, or one result's; there is none");
            }
            if (StoredResult.isIn(path)) {
                visitor.add(path, directories.named);
            } else {
                // It may be a link to a larger disk.
                Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
            }
        }
        return directories;
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final ResultDirectories directories;
        private final Set<Path> seen = new HashSet<>();

        Visitor(ResultDirectories directories) {
            this.directories = directories;
        }

        void add(Path directory, List<Path> to) throws IOException {
            if (seen.add(directory.toRealPath())) {
                to.add(directory);
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            if (!StoredResult.isIn(directory)) {
                return FileVisitResult.CONTINUE;
            }
            add(directory, directories.found);
            return FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            directories.passedOver.add(file + ": " + failure);
            return FileVisitResult.CONTINUE;
        }
    }
}
