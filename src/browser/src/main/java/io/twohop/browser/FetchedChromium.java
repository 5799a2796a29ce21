package io.twohop.browser;

import io.twohop.programs.CachedDirectory;
import io.twohop.programs.Pins;
import io.twohop.programs.Platform;
import io.twohop.programs.PythonPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A headless shell of Chromium and its driver in the user's cache, from packages of npm and Python, with libraries and fonts for
 * machines without them.
 */
final class FetchedChromium {
    /** The only platform of the packages. */
    static final String PLATFORM = "linux-amd64";

    private static final String SHELL_VERSION = "153.0.0";
    private static final String DRIVER_VERSION = "153.0.8010.52";

    private static final NpmPackage SHELL = new NpmPackage(
            "@sparticuz/chromium@" + SHELL_VERSION, "20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0");
    private static final PythonPackage DRIVER = new PythonPackage(
            "chromedriver-py==" + DRIVER_VERSION,
            "chromedriver_py/chromedriver_linux64",
            new Pins(Map.of(PLATFORM, "fec429746b9b32010ef447ef74d4ee7a87b7890f16c02c1b627bf78dee765326")));

    /** Checksum of everything that both bring. */
    private static final Pins ALL =
            new Pins(Map.of(PLATFORM, "3eebfd4437255836bb9fabc3bf65e3eca512edbdebef3c7fa1a99456cecafb9c"));

    private static final CachedDirectory CACHE =
            CachedDirectory.named("chromium-" + DRIVER_VERSION).orElseThrow();
    private static final String DRIVER_FILE = "chromedriver";

    private FetchedChromium() {}

    /** Returns both commands as a user would type them. */
    static String name() {
        return SHELL.name() + " and " + DRIVER.name();
    }

    /**
     * Returns the browser that an earlier call downloaded.
     *
     * @throws IOException if the cache has none, or it does not work, or is not what was downloaded
     */
    static Chromium kept() throws IOException, InterruptedException {
        if (!Files.exists(CACHE.path())) {
            throw new IOException("none in " + CACHE.path());
        }
        return working(CACHE.path());
    }

    /**
     * Downloads browser and driver into the cache.
     *
     * @throws IOException if that is not possible here, with the reason
     */
    static Chromium fetch() throws IOException, InterruptedException {
        if (!Platform.name().equals(PLATFORM)) {
            throw new IOException("for " + PLATFORM + " only");
        }
        if (!SHELL.isPossible()) {
            throw new IOException("no npm on the PATH");
        }
        if (!DRIVER.isPossible()) {
            throw new IOException("no python3 on the PATH");
        }
        System.err.println("fetching a headless Chromium (once, 120 MB): " + name());
        CACHE.fill(
                (into, work) -> {
                    SHELL.fetch(into, work);
                    DRIVER.fetch(into, work, DRIVER_FILE);
                    Fonts.configure(into);
                    Path driver = into.resolve(DRIVER_FILE);
                    if (!driver.toFile().setExecutable(true)) {
                        throw new IOException(driver + " cannot be made executable");
                    }
                },
                FetchedChromium::working);
        return working(CACHE.path());
    }

    /** Returns the browser with the machine's libraries, or with those of the packages if some are missing; refuses changed files. */
    private static Chromium working(Path directory) throws IOException, InterruptedException {
        new CachedDirectory(directory).requireOwn("chromium", DRIVER_FILE);
        ALL.requireKept(directory);
        Map<String, String> environment = new HashMap<>(Fonts.environment(directory));
        Chromium own = chromium(directory, environment);
        try {
            own.attempt();
            return own;
        } catch (IOException e) {
            environment.put("LD_LIBRARY_PATH", directory.resolve("lib").toString());
            Chromium brought = chromium(directory, environment);
            brought.attempt();
            return brought;
        }
    }

    private static Chromium chromium(Path directory, Map<String, String> environment) {
        return new Chromium(directory.resolve("chromium"), directory.resolve(DRIVER_FILE), environment);
    }
}
