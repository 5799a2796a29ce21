package io.twohop.transport.server;

import io.twohop.transport.TransportException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds a server that is one binary, in a version recent enough: the one that is named, else one on the PATH, else the one
 * in the user's cache, else fetches one into that cache.
 *
 * @param name of the command
 * @param variable of the environment, that may name the binary
 * @param version what is fetched
 * @param oldest the oldest version that is fair to measure, such as 2.12
 * @param sources where it is fetched from, the first that works
 * @param cache where it is kept
 */
public record ServerBinary(
        String name, String variable, String version, String oldest, List<BinarySource> sources, Path cache) {
    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)(\\.\\d+)*");
    private static final long ASK_SECONDS = 10;
    private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

    public ServerBinary {
        sources = List.copyOf(sources);
    }

    /** One that is kept in the user's cache. */
    public ServerBinary(String name, String variable, String version, String oldest, List<BinarySource> sources) {
        this(name, variable, version, oldest, sources, userCache().resolve(name + "-" + version));
    }

    private static Path userCache() {
        String base = System.getenv(WINDOWS ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        Path root = base == null || base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return root.resolve("twohop");
    }

    /**
     * The binary's path.
     *
     * @param named by the transport file's {@code server:}, or null
     * @throws TransportException naming each place that was tried and what would install it
     */
    public Path find(String named) {
        String given = named == null ? System.getenv(variable) : named;
        if (given != null) {
            return named(Path.of(given), named == null ? variable : "server");
        }
        List<String> tried = new ArrayList<>();
        return present(tried).orElseGet(() -> fetch(tried));
    }

    /** What {@link #find} would use at this moment, or that it would have to fetch one. */
    public String describe() {
        return given().or(() -> present(new ArrayList<>()))
                .map(path -> name + " " + versionOf(path).orElse("that does not run") + " at " + path)
                .orElseGet(() -> "no " + name + " yet: the first run fetches " + version + " into " + cache);
    }

    /** Why {@link #find} could not succeed here: it is not there, and nothing could bring it. */
    public Optional<String> unavailable() {
        if (given().or(() -> present(new ArrayList<>())).isPresent()
                || sources.stream().anyMatch(BinarySource::isPossible)) {
            return Optional.empty();
        }
        return Optional.of("no " + name + " " + oldest + " or newer, and nothing to fetch it with; install it by "
                + sources.stream().map(BinarySource::name).collect(Collectors.joining(" or ")));
    }

    private Optional<Path> given() {
        return Optional.ofNullable(System.getenv(variable)).map(Path::of);
    }

    private Path named(Path path, String by) {
        Optional<String> itsVersion = versionOf(path);
        if (itsVersion.isEmpty() || !isRecent(itsVersion.get())) {
            throw new TransportException(by + ": " + path + " (expected: a " + name + " of version " + oldest
                    + " or newer" + itsVersion.map(old -> ", not " + old).orElse("") + ")");
        }
        return path;
    }

    private Optional<Path> present(List<String> tried) {
        return onPath(tried).or(() -> inCache(tried));
    }

    private Optional<Path> onPath(List<String> tried) {
        Optional<Path> found = Commands.find(fileName());
        if (found.isEmpty()) {
            tried.add("the PATH (none there)");
        } else if (versionOf(found.get()).filter(this::isRecent).isEmpty()) {
            tried.add(found.get() + " (version " + versionOf(found.get()).orElse("unknown") + ", too old)");
            return Optional.empty();
        }
        return found;
    }

    private Optional<Path> inCache(List<String> tried) {
        Path candidate = cache.resolve(fileName());
        if (versionOf(candidate).filter(this::isRecent).isPresent()) {
            return Optional.of(candidate);
        }
        tried.add(candidate + " (none there)");
        return Optional.empty();
    }

    private String fileName() {
        return WINDOWS ? name + ".exe" : name;
    }

    boolean isRecent(String candidate) {
        int[] its = numbers(candidate);
        int[] least = numbers(oldest);
        return its[0] > least[0] || its[0] == least[0] && its[1] >= least[1];
    }

    private static int[] numbers(String version) {
        Matcher matcher = VERSION.matcher(version);
        return matcher.find()
                ? new int[] {Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))}
                : new int[] {-1, -1};
    }

    /** What a binary says of itself, or empty if it does not run. */
    public static Optional<String> versionOf(Path binary) {
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

    private Path fetch(List<String> tried) {
        List<String> attempts = new ArrayList<>(tried);
        try {
            Files.createDirectories(cache);
            for (BinarySource source : sources) {
                Path work = Files.createTempDirectory(cache, "fetch-");
                try {
                    System.err.println("fetching " + name + " " + version + " (once): " + source.name());
                    return keep(source.fetch(work, fileName()));
                } catch (IOException e) {
                    attempts.add(source.name() + " (" + e.getMessage() + ")");
                } finally {
                    delete(work);
                }
            }
        } catch (IOException e) {
            throw new TransportException(name + " cannot be kept in " + cache + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while fetching " + name, e);
        }
        throw new TransportException("no " + name + " here; tried " + String.join("; ", attempts)
                + ". Install it by one of these commands, or name one by server: or " + variable);
    }

    /** Tries it out, then moves it to its place at once, whoever else may be doing the same. */
    private Path keep(Path binary) throws IOException {
        if (!binary.toFile().setExecutable(true)) {
            throw new IOException("cannot be made executable");
        }
        if (versionOf(binary).filter(this::isRecent).isEmpty()) {
            throw new IOException("does not run here");
        }
        return Files.move(
                binary, cache.resolve(fileName()), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
