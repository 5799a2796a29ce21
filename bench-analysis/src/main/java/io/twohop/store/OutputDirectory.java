package io.twohop.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory with a temporary name until it is complete. No two have the same name, not even those that begin at the same instant. */
public final class OutputDirectory {
    /** End of the name of a directory that is being written. */
    public static final String PARTIAL = ".partial";

    /** End of the name of a directory whose content is not complete. */
    public static final String INCOMPLETE = "-incomplete";

    private final Path wanted;

    private OutputDirectory(Path wanted) {
        this.wanted = wanted;
    }

    /**
     * Creates a directory under its temporary name.
     *
     * @param parent created if it is missing
     * @param name wanted; a number follows if the name is taken
     */
    public static OutputDirectory create(Path parent, String name) throws IOException {
        Files.createDirectories(parent);
        for (int number = 1; ; number++) {
            Path wanted = parent.resolve(number == 1 ? name : name + "-" + number);
            Optional<OutputDirectory> created = new OutputDirectory(wanted).created();
            if (created.isPresent()) {
                return created.get();
            }
        }
    }

    /** Returns the directory of that temporary or final name. */
    public static OutputDirectory of(Path directory) {
        String name = directory.getFileName().toString();
        return new OutputDirectory(directory.resolveSibling(name.replaceFirst("(-incomplete|\\.partial)$", "")));
    }

    private Optional<OutputDirectory> created() throws IOException {
        if (Files.exists(partial()) || isFinished()) {
            return Optional.empty();
        }
        try {
            Files.createDirectory(partial());
        } catch (FileAlreadyExistsException e) {
            return Optional.empty();
        }
        if (isFinished()) {
            // Another process has begun and finished since the first look.
            Files.delete(partial());
            return Optional.empty();
        }
        return Optional.of(this);
    }

    private boolean isFinished() {
        return Stream.of(wanted, incomplete()).anyMatch(Files::exists);
    }

    private Path incomplete() {
        return wanted.resolveSibling(name() + INCOMPLETE);
    }

    /** Returns the final name of a complete directory. */
    public String name() {
        return wanted.getFileName().toString();
    }

    /** Returns the path under the temporary name. */
    public Path partial() {
        return wanted.resolveSibling(name() + PARTIAL);
    }

    /** Gives the directory its final name and returns it. */
    public Path finish(boolean complete) throws IOException {
        return Files.move(partial(), complete ? wanted : incomplete());
    }
}
