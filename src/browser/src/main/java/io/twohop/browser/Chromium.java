package io.twohop.browser;

import io.twohop.programs.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * A browser with a matching driver.
 *
 * @param browser Chromium, Chrome, or the headless shell of either
 * @param driver its chromedriver
 * @param environment variables that both need beside this process's
 */
record Chromium(Path browser, Path driver, Map<String, String> environment) {
    private static final String[] FLAGS = {
        "--headless=new",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-device-scale-factor=1"
    };

    Chromium {
        environment = Map.copyOf(environment);
    }

    /** Returns the options of every session. */
    ChromeOptions options() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.addArguments(FLAGS);
        if (System.getProperty("user.name").equals("root")) {
            // The sandbox does not work for root, and pages are our own.
            options.addArguments("--no-sandbox");
        }
        return options;
    }

    /** Starts a session; the caller quits it. */
    ChromeDriver start(ChromeOptions options) {
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.toFile())
                .withEnvironment(environment)
                .withSilent(true)
                .build();
        return new ChromeDriver(service, options);
    }

    /**
     * Starts a session and ends it.
     *
     * @throws IOException if the session fails, with the driver's message
     */
    void attempt() throws IOException, InterruptedException {
        // A driver without a library names it here, but not when it starts a session.
        Commands.run(environment, driver.toString(), "--version");
        try {
            start(options()).quit();
        } catch (WebDriverException e) {
            throw new IOException(
                    String.valueOf(e.getRawMessage()).lines().findFirst().orElse("no session"), e);
        }
    }
}
