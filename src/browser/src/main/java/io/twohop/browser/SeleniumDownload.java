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

/** Chrome and its driver, which Selenium downloads into its own cache. */
final class SeleniumDownload {
    static final String NAME = "Selenium Manager";

    private static final String LIMIT_SECONDS = "60";

    /** Kept in a field: loggers are weakly referenced, and a collected one loses its level. */
    private static final Logger LOGGER = Logger.getLogger(SeleniumManager.class.getName());

    private SeleniumDownload() {}

    /**
     * Downloads both unless the cache has them.
     *
     * @throws IOException if a host cannot be reached, or a program does not start here
     */
    static Chromium fetch() throws IOException, InterruptedException {
        Level before = LOGGER.getLevel();
        // The exception below reports failures.
        LOGGER.setLevel(Level.OFF);
        try {
            Result paths = SeleniumManager.getInstance()
                    .getBinaryPaths(List.of("--browser", "chrome", "--avoid-stats", "--timeout", LIMIT_SECONDS));
            Chromium chromium = new Chromium(Path.of(paths.getBrowserPath()), Path.of(paths.getDriverPath()), Map.of());
            chromium.attempt();
            return chromium;
        } catch (WebDriverException e) {
            // The lines before the last repeat the command.
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
