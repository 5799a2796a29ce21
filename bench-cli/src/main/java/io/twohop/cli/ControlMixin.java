package io.twohop.cli;

import io.twohop.agents.ControlOptions;
import io.twohop.config.ConfigException;
import io.twohop.config.UserDirectories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that name a control server and the user there. */
final class ControlMixin {
    @Option(
            names = "--nats",
            paramLabel = "<url>",
            description = "URL of the control server, such as tls://control:4222 (default: $TWOHOP_NATS).")
    private String url = UserDirectories.variable("TWOHOP_NATS").orElse(null);

    @Option(names = "--creds", paramLabel = "<file>", description = "File with the user's credentials.")
    private Optional<Path> credentials;

    @Option(names = "--nkey", paramLabel = "<file>", description = "File with the user's NKEY seed.")
    private Optional<Path> nkey;

    @Option(
            names = "--trust-store",
            paramLabel = "<file>",
            description = "Trusted certificates (default: the JVM's); the password is in $TWOHOP_TRUST_PASSWORD.")
    private Optional<Path> trustStore;

    ControlOptions options() {
        if (url == null) {
            throw ConfigException.invalid("--nats", "absent", "the control server's URL, such as tls://control:4222");
        }
        check("--creds", credentials);
        check("--nkey", nkey);
        check("--trust-store", trustStore);
        if (credentials.isPresent() && nkey.isPresent()) {
            throw ConfigException.invalid("--nkey", nkey.get(), "nothing beside --creds, which names the user as well");
        }
        return new ControlOptions(
                url,
                credentials,
                nkey,
                trustStore,
                UserDirectories.variable("TWOHOP_TRUST_PASSWORD"),
                Optional.empty());
    }

    private static void check(String option, Optional<Path> file) {
        file.filter(path -> !Files.isReadable(path)).ifPresent(path -> {
            throw ConfigException.invalid(option, path, "a file that can be read");
        });
    }
}
