package io.twohop.programs;

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
import java.util.stream.Collectors;

/**
 * Finds a program in a version recent enough: the one that is named, else one on the PATH, else the one in the user's
 * cache, else fetches one into that cache.
 *
 * @param name of the command
 * @param variable of the environment, that may name the file
 * @param version what is fetched
 * @param oldest the oldest version that will do, such as 2.12
 * @param sources where it is fetched from, the first that works
 * @param cache where it is kept
 */
public record Program(
        String name,
        String variable,
        String version,
        String oldest,
        List<ProgramSource> sources,
        CachedDirectory cache) {
    private static final Object FETCHING = new Object();
    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)(\\.\\d+)*");
    private static final long ASK_SECONDS = 10;
    private static final long ASK_AGAIN_MILLIS = 5;

    /** In what JDKs say of a file that Linux does not start since it is being written: ETXTBSY. */
    private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error(?:=|: )26\\b");

    public Program {
        sources = List.copyOf(sources);
    }

    /** One that is kept in the user's cache. */
    public Program(String name, String variable, String version, String oldest, List<ProgramSource> sources) {
        this(name, variable, version, oldest, sources, CachedDirectory.named(name + "-" + version));
    }

    /**
     * The program's path.
     *
     * @param key of the user's file that may name it, such as {@code server}: for errors
     * @param named by that key, or null
     * @throws ProgramException naming each place that was tried and what would install it
     */
    public Path find(String key, String named) {
        String given = named == null ? System.getenv(variable) : named;
        if (given != null) {
            return named(Path.of(given), named == null ? variable : key);
        }
        List<String> tried = new ArrayList<>();
        return present(tried).orElseGet(() -> fetchOnce(tried, key));
    }

    /** What {@link #find} would use at this moment, or that it would have to fetch one. */
    public String describe() {
        return given().or(() -> present(new ArrayList<>()))
                .map(path -> name + " " + versionOf(path).orElse("that does not run") + " at " + path)
                .orElseGet(() -> "no " + name + " yet: the first run fetches " + version + " into " + cache.path());
    }

    /** Why {@link #find} could not succeed here: it is not there, and nothing could bring it. */
    public Optional<String> unavailable() {
        if (given().or(() -> present(new ArrayList<>())).isPresent()
                || sources.stream().anyMatch(ProgramSource::isPossible)) {
            return Optional.empty();
        }
        return Optional.of("no " + name + " " + oldest + " or newer, and nothing to fetch it with; install it by "
                + sources.stream().map(ProgramSource::name).collect(Collectors.joining(" or ")));
    }

    private Optional<Path> given() {
        return Optional.ofNullable(System.getenv(variable)).map(Path::of);
    }

    private Path named(Path path, String by) {
        Optional<String> itsVersion = versionOf(path);
        if (itsVersion.isEmpty() || !isRecent(itsVersion.get())) {
            throw new ProgramException(by + ": " + path + " (expected: a " + name + " of version " + oldest
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
        if (runs(kept())) {
            return Optional.of(kept());
        }
        tried.add(kept() + " (none there)");
        return Optional.empty();
    }

    private Path kept() {
        return cache.path().resolve(fileName());
    }

    private String fileName() {
        return Platform.fileName(name);
    }

    private boolean runs(Path file) {
        return versionOf(file).filter(this::isRecent).isPresent();
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

    /** What a program says of itself, or empty if it does not run. */
    public static Optional<String> versionOf(Path program) {
        if (!Files.isExecutable(program)) {
            return Optional.empty();
        }
        try {
            Process process = started(new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true));
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

    /**
     * Starts it, again and again while it counts as open for writing: a process that another thread starts at the moment in
     * which this one writes the file has it open until it has closed what it inherited.
     */
    private static Process started(ProcessBuilder builder) throws IOException, InterruptedException {
        long giveUpNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(ASK_SECONDS);
        while (true) {
            try {
                return builder.start();
            } catch (IOException e) {
                if (!TEXT_FILE_BUSY.matcher(e.getMessage()).find() || System.nanoTime() > giveUpNanos) {
                    throw e;
                }
                Thread.sleep(ASK_AGAIN_MILLIS);
            }
        }
    }

    /** Threads that want it at once wait for the first: another build or download would only take from that one. */
    private Path fetchOnce(List<String> tried, String key) {
        synchronized (FETCHING) {
            return inCache(new ArrayList<>()).orElseGet(() -> fetch(tried, key));
        }
    }

    private Path fetch(List<String> tried, String key) {
        List<String> attempts = new ArrayList<>(tried);
        for (ProgramSource source : sources) {
            try {
                System.err.println("fetching " + name + " " + version + " (once): " + source.name());
                cache.fill((into, work) -> source.fetch(into, work, fileName()), this::attempt);
                return kept();
            } catch (IOException e) {
                attempts.add(source.name() + " (" + (e.getMessage() == null ? e : e.getMessage()) + ")");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProgramException("interrupted while fetching " + name, e);
            }
        }
        throw new ProgramException("no " + name + " here; tried " + String.join("; ", attempts)
                + ". Install it by one of these commands, or name one by " + key + ": or " + variable);
    }

    private void attempt(Path directory) throws IOException {
        Path program = directory.resolve(fileName());
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot be made executable");
        }
        if (!runs(program)) {
            throw new IOException("does not run here");
        }
    }
}
