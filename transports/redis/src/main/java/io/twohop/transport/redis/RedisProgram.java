package io.twohop.transport.redis;

import io.twohop.programs.Commands;
import io.twohop.programs.Program;
import io.twohop.transport.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The server's program: Redis, or Valkey, which grew from it. */
final class RedisProgram {
    private static final List<String> NAMES = List.of("redis-server", "valkey-server");

    /** Older servers know neither the users of a run nor its commands. */
    private static final int OLDEST = 7;

    private static final String INSTALL =
            "sudo apt-get install redis-server, then sudo systemctl disable --now redis-server if no other program needs it;"
                    + " or name the program in server:";

    private RedisProgram() {}

    /**
     * Finds the program.
     *
     * @param named by the transport file
     * @throws TransportException with the command that installs it, if there is none or an old one
     */
    static Path find(Optional<String> named) {
        Path program = named.map(Path::of).or(RedisProgram::installed).orElse(null);
        if (program == null || !Files.isRegularFile(program) || !Files.isExecutable(program)) {
            throw new TransportException("redis-server: "
                    + (program == null ? "none on the PATH" : program + " is no program") + "; " + INSTALL);
        }
        Program.versionOf(program)
                .filter(version -> Integer.parseInt(version.replaceAll("^v|\\..*", "")) < OLDEST)
                .ifPresent(version -> {
                    throw new TransportException("redis-server: " + program + " has version " + version + " (expected: "
                            + OLDEST + " or newer); name another program in server:");
                });
        return program;
    }

    static String describe() {
        return installed()
                .map(path ->
                        path.getFileName() + " " + Program.versionOf(path).orElse("that does not run") + " at " + path)
                .orElse("redis-server: none; " + INSTALL);
    }

    private static Optional<Path> installed() {
        return NAMES.stream().map(Commands::find).flatMap(Optional::stream).findFirst();
    }
}
