package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.registry.Providers;
import io.twohop.transport.TransportProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A library that a transport and a codec need in different versions: the class path of a fork would hold both, and the one
 * behind would fail in the middle of a run. Before anything runs, in the parent process.
 */
final class LibraryConflict {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    private LibraryConflict() {}

    /**
     * Looks at jars only: in a build, where classes lie in directories, one class path has been made for all.
     *
     * @throws ConfigException with the library and both versions
     */
    static void check(TransportProvider<?> transport, CodecProvider codec) {
        check(
                transport.name(),
                needed(ForkClassPath.locationOf(Providers.origin(transport))),
                codec.name(),
                needed(ForkClassPath.locationOf(Providers.origin(codec))));
    }

    static void check(String transport, List<String> ofTransport, String codec, List<String> ofCodec) {
        Map<String, String> versions = versions(ofTransport);
        versions(ofCodec).forEach((library, version) -> {
            String other = versions.getOrDefault(library, version);
            if (!other.equals(version)) {
                throw ConfigException.invalid(
                        "codec",
                        codec,
                        "a codec whose libraries go with those of " + transport + ", which needs " + library + " "
                                + other + ", not " + version + "; json goes with any");
            }
        });
    }

    private static List<String> needed(Path location) {
        return Files.isRegularFile(location) ? JarManifest.classPath(location).orElse(List.of()) : List.of();
    }

    private static Map<String, String> versions(List<String> jars) {
        Map<String, String> versions = new HashMap<>();
        for (String jar : jars) {
            Matcher named = JAR.matcher(jar);
            if (named.matches()) {
                versions.put(named.group(1), named.group(2));
            }
        }
        return versions;
    }
}
