package io.twohop.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The directories of this user as the XDG Base Directory Specification has them, and variables of the environment. */
public final class UserDirectories {
    /** Value of Java's property for a user without a passwd entry. */
    private static final String UNKNOWN = "?";

    private UserDirectories() {}

    /** Returns a variable of the environment; empty if it is not set, or set to nothing. */
    public static Optional<String> variable(String name) {
        return given(System.getenv(name));
    }

    /** Returns the directory of what outlives a run; empty if neither a variable nor a passwd entry names one. */
    public static Optional<Path> state() {
        return state(System::getenv, System.getProperty("user.home"));
    }

    /** The specification has relative paths ignored. */
    static Optional<Path> state(UnaryOperator<String> environment, String userHome) {
        return absolute(environment.apply("XDG_STATE_HOME"))
                .or(() -> home(environment, userHome)
                        .map(home -> home.resolve(".local").resolve("state")));
    }

    /**
     * Returns the flag that gives a new JVM a home; empty if it finds one itself. Libraries would otherwise write below a
     * directory named {@code ?} where the JVM was started.
     *
     * @param other the home if nothing names one
     */
    public static Optional<String> homeFlag(Path other) {
        return homeFlag(System::getenv, System.getProperty("user.home"), other);
    }

    static Optional<String> homeFlag(UnaryOperator<String> environment, String userHome, Path other) {
        return absolute(userHome).isPresent()
                ? Optional.empty()
                : Optional.of("-Duser.home=" + home(environment, userHome).orElse(other));
    }

    private static Optional<Path> home(UnaryOperator<String> environment, String userHome) {
        return absolute(environment.apply("HOME")).or(() -> absolute(userHome));
    }

    private static Optional<Path> absolute(String path) {
        return given(path).filter(text -> !text.equals(UNKNOWN)).map(Path::of).filter(Path::isAbsolute);
    }

    private static Optional<String> given(String value) {
        return Optional.ofNullable(value).filter(text -> !text.isBlank());
    }
}
