package io.twohop.transport.rabbitmq;

import io.twohop.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The server's script and the name server of Erlang, where packages put them. The scripts beside those of a distribution change to
 * another user, so they are not used.
 */
record RabbitProgram(Path script, Path epmd) {
    private static final String INSTALL =
            "sudo apt-get install rabbitmq-server, then sudo systemctl disable --now rabbitmq-server if no other program needs it;"
                    + " or name the script in server:";
    private static final Path[] SCRIPTS = {Path.of("/opt/rabbitmq/sbin"), Path.of("/usr/local/sbin")};
    private static final Path DEBIAN = Path.of("/usr/lib/rabbitmq/lib");
    private static final String SCRIPT = "rabbitmq-server";

    /**
     * Finds both.
     *
     * @param named by the transport file
     * @throws TransportException with the command that installs them
     */
    static RabbitProgram find(Optional<String> named) {
        Path script = named.map(Path::of).or(RabbitProgram::installed).orElse(null);
        if (script == null || !Files.isExecutable(script)) {
            throw new TransportException("rabbitmq-server: "
                    + (script == null ? "none below " + DEBIAN + " or /opt/rabbitmq" : script + " is no program")
                    + "; " + INSTALL);
        }
        if (named.isPresent() && !isOwn(script)) {
            throw new TransportException("server: " + script
                    + " (expected: the script in RabbitMQ's own sbin, beside rabbitmq-env"
                    + installed().map(found -> ", such as " + found).orElse("")
                    + "; a package's script elsewhere changes to another user)");
        }
        Path epmd = nameServer()
                .orElseThrow(() -> new TransportException(
                        "epmd: none on the PATH or below /usr/lib/erlang; sudo apt-get install erlang-base"));
        return new RabbitProgram(script, epmd);
    }

    /** Whether a script, or the one that it is a link to, is RabbitMQ's. A package's has another name or another directory. */
    private static boolean isOwn(Path script) {
        try {
            Path real = script.toRealPath();
            return real.endsWith(SCRIPT) && Files.exists(real.resolveSibling("rabbitmq-env"));
        } catch (IOException e) {
            return false;
        }
    }

    static String describe() {
        return installed().map(path -> "rabbitmq-server: " + path).orElse("rabbitmq-server: none; " + INSTALL);
    }

    private static Optional<Path> installed() {
        Optional<Path> newest = newest(DEBIAN, "rabbitmq_server-*")
                .map(home -> home.resolve("sbin").resolve(SCRIPT));
        for (Path directory : SCRIPTS) {
            newest = newest.or(() -> Optional.of(directory.resolve(SCRIPT)).filter(Files::isExecutable));
        }
        return newest;
    }

    private static Optional<Path> nameServer() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path program = Path.of(directory, "epmd");
            if (program.isAbsolute() && Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return newest(Path.of("/usr/lib/erlang"), "erts-*")
                .map(home -> home.resolve("bin").resolve("epmd"))
                .filter(Files::isExecutable);
    }

    private static Optional<Path> newest(Path directory, String pattern) {
        TreeSet<Path> found = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, pattern)) {
            all.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found.last());
    }
}
