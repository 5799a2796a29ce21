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
 * A third-party program, found in a version recent enough: the one that the user names, one on the PATH, one in the user's cache, or one
 * fetched into the cache.
 *
 * @param variable environment variable that may name the file
 * @param oldest the oldest version that suffices, such as 2.12
 * @param sources tried in this order
 * @param cache keeps the fetched program
 */
public record Program(
        String name,
        String variable,
        String version,
        String oldest,
        List<ProgramSource> sources,
        Optional<CachedDirectory> cache) {
    private static final Object FETCHING = new Object();
    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)(\\.\\d+)*");
    private static final String NO_CACHE = "no cache (HOME names no directory, and this user has no home)";
    private static final long ASK_SECONDS = 10;
    private static final long ASK_AGAIN_MILLIS = 5;

    /** ETXTBSY in messages of JDKs: Linux does not start a file that is open for writing. */
    private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error(?:=|: )26\\b");

    public Program {
        sources = List.copyOf(sources);
    }

    /** Creates a program that is kept in the user's cache. */
    public Program(String name, String variable, String version, String oldest, List<ProgramSource> sources) {
        this(name, variable, version, oldest, sources, CachedDirectory.named(name + "-" + version));
    }

    /**
     * Returns the program's path; fetches the program if necessary.
     *
     * @param key key of the user's file that may name the program, such as {@code server}; for errors
     * @param named value of the key; {@code null} if absent
     * @throws ProgramException with each place that was tried and the commands that would install the program
     */
    public Path find(String key, String named) {
        if (named != null) {
            return named(Path.of(named), key);
        }
        Optional<Path> given = given();
        if (given.isPresent()) {
            return named(given.get(), variable);
        }
        List<String> tried = new ArrayList<>();
        return present(tried).orElseGet(() -> fetchOnce(tried, key));
    }

    /** Describes the program that {@link #find} would use now. */
    public String describe() {
        return given().or(() -> present(new ArrayList<>()))
                .map(path -> name + " " + versionOf(path).orElse("that does not run") + " at " + path)
                .orElseGet(() -> "no " + name + " yet: the first run fetches " + version + " into "
                        + cache.map(into -> into.path().toString()).orElse(NO_CACHE));
    }

    /** Returns why {@link #find} cannot succeed: the program is neither here nor can it be fetched. */
    public Optional<String> unavailable() {
        if (given().or(() -> present(new ArrayList<>())).isPresent()
                || sources.stream().anyMatch(ProgramSource::isPossible)) {
            return Optional.empty();
        }
        return Optional.of("no " + name + " " + oldest + " or newer, and nothing to fetch it with; install it by "
                + sources.stream().map(ProgramSource::name).collect(Collectors.joining(" or ")));
    }

    private Optional<Path> given() {
        // A variable that is set to nothing is not set.
        return Optional.ofNullable(System.getenv(variable))
                .filter(path -> !path.isBlank())
                .map(Path::of);
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
        if (cache.isEmpty()) {
            tried.add(NO_CACHE);
            return Optional.empty();
        }
        Path kept = kept(cache.get());
        if (!Files.exists(kept)) {
            tried.add(kept + " (none there)");
            return Optional.empty();
        }
        try {
            accept(cache.get());
            return Optional.of(kept);
        } catch (IOException e) {
            tried.add(kept + " (" + e.getMessage() + ")");
            return Optional.empty();
        }
    }

    private Path kept(CachedDirectory directory) {
        return directory.path().resolve(fileName());
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

    /** Returns the version that a program prints; empty if it does not run. */
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
     * Starts a program, again while Linux counts it as open for writing: a process that another thread starts while this one writes the
     * file inherits it, and has it open until it closes what it inherited.
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

    /** Has threads wait for the first one's build or download instead of starting another. */
    private Path fetchOnce(List<String> tried, String key) {
        synchronized (FETCHING) {
            return inCache(new ArrayList<>()).orElseGet(() -> fetch(tried, key));
        }
    }

    private Path fetch(List<String> tried, String key) {
        CachedDirectory keeper = cache.orElseThrow(() -> new ProgramException("no " + name + " here, and " + NO_CACHE
                + " to keep one in; set HOME or XDG_CACHE_HOME to an absolute path, or name one by " + key + ": or "
                + variable));
        List<String> attempts = new ArrayList<>(tried);
        for (ProgramSource source : sources) {
            try {
                System.err.println("fetching " + name + " " + version + " (once): " + source.name());
                keeper.fill(
                        (into, work) -> {
                            source.fetch(into, work, fileName());
                            Path program = into.resolve(fileName());
                            source.pins().require(program);
                            if (!program.toFile().setExecutable(true)) {
                                throw new IOException("cannot be made executable");
                            }
                        },
                        directory -> accept(new CachedDirectory(directory)));
                return kept(keeper);
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

    /**
     * Refuses a program that another user may have changed, that no source would bring, or that does not run here.
     *
     * @throws IOException with the reason
     */
    private void accept(CachedDirectory directory) throws IOException {
        directory.requireOwn(fileName());
        Path program = directory.path().resolve(fileName());
        IOException refusal = null;
        for (ProgramSource source : sources) {
            try {
                source.pins().requireKept(program);
                refusal = null;
                break;
            } catch (IOException e) {
                refusal = e;
            }
        }
        if (refusal != null) {
            throw refusal;
        }
        if (!runs(program)) {
            throw new IOException("does not run here");
        }
    }
}
