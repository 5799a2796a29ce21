package io.twohop.browser;

import io.twohop.programs.Commands;
import io.twohop.programs.Platform;
import io.twohop.programs.ProgramException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds a browser and its driver: named by variables, on the PATH, in the user's cache, or downloaded. Each candidate has to start a
 * session.
 */
final class Chromiums {
    private static final String BROWSER = "CHROMIUM";
    private static final String DRIVER = "CHROMEDRIVER";
    private static final String DRIVER_COMMAND = "chromedriver";
    private static final List<String> BROWSER_COMMANDS =
            List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private static final List<Place> PLACES = List.of(
            new Place("the PATH", () -> installed(System.getenv())),
            new Place("the cache", FetchedChromium::kept),
            new Place(FetchedChromium.name(), FetchedChromium::fetch),
            // Chrome's downloads have no pinned checksums.
            new Place(SeleniumDownload.NAME, SeleniumDownload::fetch));

    private static Chromium found;

    private record Place(String name, Source source) {}

    /** A source of browsers, which throws if it has none that works. */
    @FunctionalInterface
    private interface Source {
        Chromium bring() throws IOException, InterruptedException;
    }

    private Chromiums() {}

    /**
     * Returns the first browser that works. The first call in a process searches for it. Any thread.
     *
     * @throws ProgramException if no browser works; names each place that was tried, and commands that would install one
     */
    static synchronized Chromium find() {
        if (found == null) {
            found = search();
        }
        return found;
    }

    private static Chromium search() {
        List<String> tried = new ArrayList<>();
        for (Place place : PLACES) {
            try {
                return place.source().bring();
            } catch (IOException e) {
                tried.add(place.name() + " (" + (e.getMessage() == null ? e : e.getMessage()) + ")");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProgramException("interrupted while looking for a browser", e);
            }
        }
        throw new ProgramException(missing(tried));
    }

    private static String missing(List<String> tried) {
        String advice = Platform.name().equals(FetchedChromium.PLATFORM)
                ? " Or install npm, and Python with pip, by which they are fetched: apt-get install npm python3-pip."
                : "";
        return "no Chromium with its chromedriver here, which the tests of the report need. Install both, such as by:"
                + " apt-get install chromium chromium-driver. Or name them by the variables " + BROWSER + " and "
                + DRIVER + "." + advice + " Tried: " + String.join("; ", tried);
    }

    /**
     * Returns the browser of this machine.
     *
     * @param variables the environment's variables
     * @throws IOException if a program is missing or does not work
     * @throws ProgramException if that program is named by a variable
     */
    static Chromium installed(Map<String, String> variables) throws IOException, InterruptedException {
        Optional<Path> browser = named(variables, BROWSER, BROWSER_COMMANDS);
        Optional<Path> driver = named(variables, DRIVER, List.of(DRIVER_COMMAND));
        try {
            Chromium chromium = new Chromium(
                    browser.orElseThrow(() -> new IOException("no chromium")),
                    driver.orElseThrow(() -> new IOException("no chromedriver")),
                    Map.of());
            chromium.attempt();
            return chromium;
        } catch (IOException e) {
            if (variables.containsKey(BROWSER) || variables.containsKey(DRIVER)) {
                throw new ProgramException(
                        BROWSER + ", " + DRIVER + ": "
                                + browser.map(Path::toString).orElse("none") + ", "
                                + driver.map(Path::toString).orElse("none")
                                + " (expected: a Chromium, and the chromedriver of the same version; " + e.getMessage()
                                + ")",
                        e);
            }
            throw e;
        }
    }

    private static Optional<Path> named(Map<String, String> variables, String variable, List<String> commands) {
        return Optional.ofNullable(variables.get(variable))
                .map(Path::of)
                .or(() -> commands.stream()
                        .map(Platform::fileName)
                        .map(Commands::find)
                        .flatMap(Optional::stream)
                        .findFirst());
    }
}
