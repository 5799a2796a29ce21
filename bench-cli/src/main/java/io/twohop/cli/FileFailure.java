package io.twohop.cli;

import io.twohop.config.Texts;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Failures that lie in the user's files and directories, in one sentence with a remedy. */
final class FileFailure {
    private FileFailure() {}

    /** Returns the sentence; empty for any other failure. */
    static Optional<String> text(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidPathException path) {
                return Optional.of(path.getInput()
                        + ": the name of a file that Java cannot read in this locale (expected: LC_ALL=C.UTF-8,"
                        + " or another locale with UTF-8)");
            }
            if (cause instanceof FileSystemException file && file.getFile() != null) {
                return Optional.of(file.getFile() + ": " + reason(file));
            }
        }
        return Optional.empty();
    }

    private static String reason(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return Texts.reason(failure) + " (expected: a file or directory that this user may read and write)";
        }
        if (failure instanceof NoSuchFileException) {
            return "not there, or gone while it was in use";
        }
        return Texts.reason(failure) + " (expected: a directory with room that this user may write to)";
    }
}
