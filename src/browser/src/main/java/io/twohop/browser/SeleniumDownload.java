package io.twohop.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.manager.SeleniumManager;
import org.openqa.selenium.manager.SeleniumManagerOutput.Result;

/** The Chrome and the driver that Selenium downloads, into a cache of its own. */
final class SeleniumDownload {
    static final String NAME = "Selenium Manager";

    private static final String LIMIT_SECONDS = "60";

    /** Held, or the level would be forgotten. */
    private static final Logger LOGGER = Logger.getLogger(SeleniumManager.class.getName());

    private SeleniumDownload() {}

    /**
     * Downloads both where they are not there yet.
     *
     * @throws IOException when its hosts cannot be reached, or what came does not start here
     */
    static Chromium fetch() throws IOException, InterruptedException {
        Level before = LOGGER.getLevel();
        // Why it could not is ours to tell.
        LOGGER.setLevel(Level.OFF);
        try {
            Result paths = SeleniumManager.getInstance()
                    .getBinaryPaths(List.of("--browser", "chrome", "--avoid-stats", "--timeout", LIMIT_SECONDS));
            Chromium chromium = new Chromium(Path.of(paths.getBrowserPath()), Path.of(paths.getDriverPath()), Map.of());
            chromium.attempt();
            return chromium;
        } catch (WebDriverException e) {
            // Before the last line is how it was called.
            throw new IOException(
                    String.valueOf(e.getRawMessage())
                            .lines()
                            .reduce((first, last) -> last)
                            .orElse("failed"),
                    e);
        } finally {
            LOGGER.setLevel(before);
        }
    }
}
