package io.twohop.transport.nats.server;

import io.twohop.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a recent nats-server: the one that is named, else one on the PATH, else the one in the user's cache, else fetches
 * one into that cache.
 */
public final class ServerBinary {
    /** The oldest that is fair to measure. */
    private static final int[] OLDEST = {2, 12};

    private static final String VARIABLE = "NATS_SERVER";
    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final long ASK_SECONDS = 10;
    private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

    private ServerBinary() {}

    /**
     * The binary's path.
     *
     * @param named by the transport file, or null
     * @throws TransportException naming each place that was tried and what would install it
     */
    public static Path find(String named) {
        String given = named == null ? System.getenv(VARIABLE) : named;
        if (given != null) {
            return named(Path.of(given), named == null ? VARIABLE : "server");
        }
        List<String> tried = new ArrayList<>();
        Optional<Path> found = onPath(tried);
        if (found.isEmpty()) {
            found = inCache(tried);
        }
        return found.orElseGet(() -> ServerFetch.fetch(cache(), fileName(), tried));
    }

    /** What {@link #find} would use at this moment, or that it would have to fetch one. */
    public static String describe() {
        String given = System.getenv(VARIABLE);
        List<String> tried = new ArrayList<>();
        Optional<Path> found = given == null ? onPath(tried).or(() -> inCache(tried)) : Optional.of(Path.of(given));
        return found.map(path -> "nats-server " + version(path).orElse("that does not run") + " at " + path)
                .orElseGet(
                        () -> "no nats-server yet: the first run fetches " + ServerFetch.VERSION + " into " + cache());
    }

    private static Path named(Path path, String by) {
        Optional<String> version = version(path);
        if (version.isEmpty() || !isRecent(version.get())) {
            throw new TransportException(
                    by + ": " + path + " (expected: a nats-server of version " + OLDEST[0] + "." + OLDEST[1]
                            + " or newer" + version.map(old -> ", not " + old).orElse("") + ")");
        }
        return path;
    }

    private static Optional<Path> onPath(List<String> tried) {
        String path = System.getenv("PATH");
        for (String directory : path == null ? new String[0] : path.split(File.pathSeparator)) {
            Path candidate = Path.of(directory, fileName());
            if (Files.isExecutable(candidate)) {
                Optional<String> version = version(candidate);
                if (version.isPresent() && isRecent(version.get())) {
                    return Optional.of(candidate);
                }
                tried.add(candidate + " (version " + version.orElse("unknown") + ", too old)");
                return Optional.empty();
            }
        }
        tried.add("the PATH (none there)");
        return Optional.empty();
    }

    private static Optional<Path> inCache(List<String> tried) {
        Path candidate = cache().resolve(fileName());
        if (version(candidate).filter(ServerBinary::isRecent).isPresent()) {
            return Optional.of(candidate);
        }
        tried.add(candidate + " (none there)");
        return Optional.empty();
    }

    private static Path cache() {
        String base = System.getenv(WINDOWS ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        Path root = base == null || base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return root.resolve("twohop").resolve("nats-server-" + ServerFetch.VERSION);
    }

    private static String fileName() {
        return WINDOWS ? "nats-server.exe" : "nats-server";
    }

    static boolean isRecent(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.find()) {
            return false;
        }
        int major = Integer.parseInt(matcher.group(1));
        int minor = Integer.parseInt(matcher.group(2));
        return major > OLDEST[0] || major == OLDEST[0] && minor >= OLDEST[1];
    }

    /** What it says of itself, or empty if it does not run. */
    static Optional<String> version(Path binary) {
        if (!Files.isExecutable(binary)) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder(binary.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(ASK_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = VERSION.matcher(text);
            return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
