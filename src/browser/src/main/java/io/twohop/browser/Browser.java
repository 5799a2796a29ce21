package io.twohop.browser;

import io.twohop.programs.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium with one page. For the creating thread only. */
public final class Browser implements AutoCloseable {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;
    private static final Duration LOAD_LIMIT = Duration.ofSeconds(60);
    private static final Duration SAVE_LIMIT = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 20;

    private final Path downloads;
    private final ChromeDriver driver;

    /**
     * Starts a browser. The first call in a process searches for one, and downloads it if the search fails.
     *
     * @param downloads directory for downloaded files
     * @throws ProgramException if no browser works; names each place that was tried, and commands that would install one
     */
    public Browser(Path downloads) {
        this.downloads = downloads;
        Chromium chromium = Chromiums.find();
        ChromeOptions options = chromium.options();
        options.setExperimentalOption(
                "prefs",
                Map.of("download.default_directory", downloads.toString(), "download.prompt_for_download", false));
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", console);
        driver = chromium.start(options);
        // The headless shell ignores preferences.
        driver.executeCdpCommand(
                "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", downloads.toString()));
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    }

    /**
     * Waits for a file that a page saves.
     *
     * @param name the file's name
     * @throws TimeoutException if the file is not saved within 20 s
     */
    public Path saved(String name) throws IOException, InterruptedException {
        Path file = downloads.resolve(name);
        long deadline = System.nanoTime() + SAVE_LIMIT.toNanos();
        // The browser creates an empty file first, and moves the complete one over it.
        while (!Files.exists(file) || Files.size(file) == 0) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(name + " was not saved within " + SAVE_LIMIT.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
        return file;
    }

    /** Opens a file in a window of the given width. */
    public void open(Path file, int width, boolean dark) {
        open(file.toUri(), width, dark);
    }

    /** Opens an address in a window of the given width. */
    public void open(URI address, int width, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
        colors(dark);
        driver.executeScript("window.isLeft = true");
        driver.get(address.toString());
        awaitLoaded();
    }

    /** Waits for the page, since the headless shell's driver may report it as loaded too early. */
    private void awaitLoaded() {
        long deadline = System.nanoTime() + LOAD_LIMIT.toNanos();
        while (!(Boolean) driver.executeScript("return !window.isLeft && document.readyState === 'complete'")) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("the page was not loaded within " + LOAD_LIMIT.toSeconds() + " s");
            }
        }
    }

    /** Waits until charts have adapted to their boxes, which takes a frame. */
    public void awaitDrawn() {
        driver.executeAsyncScript(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))");
    }

    /** Switches the page between dark and light colors. */
    public void colors(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Returns the console's messages since the last call. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Runs a script in the page, with {@code arguments}, and returns its result. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Returns all elements that a CSS selector matches. */
    public List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Returns the first element that a CSS selector matches. */
    public WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Moves the mouse to a place of an element, relative to its upper left corner. */
    public void pointAt(WebElement element, int x, int y) {
        // A driver counts from the middle of the visible part, and the element may be higher than the window.
        List<?> seenAt = (List<?>) run("""
                const [element, x, y] = arguments;
                window.scrollBy(0, element.getBoundingClientRect().top + y - window.innerHeight / 2);
                const box = element.getBoundingClientRect();
                return [box.left + x, box.top + y].map(Math.round)""", element, x, y);
        int left = ((Number) seenAt.get(0)).intValue();
        int top = ((Number) seenAt.get(1)).intValue();
        new Actions(driver).moveToLocation(left, top).perform();
    }

    /** Clicks at a place of an element, relative to its upper left corner. */
    public void clickAt(WebElement element, int x, int y) {
        pointAt(element, x, y);
        new Actions(driver).click().perform();
    }

    /** Returns the accessibility checker's objections: rule and elements. */
    public List<?> violations() throws IOException {
        try (InputStream checker = Browser.class.getResourceAsStream("/axe.min.js")) {
            driver.executeScript(new String(checker.readAllBytes(), StandardCharsets.UTF_8));
        }
        return (List<?>) driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document).then((found) => done(found.violations.map(
                    (one) => one.id + ': ' + one.help + ': ' + one.nodes.map((node) => node.target + ' '
                        + (node.failureSummary || '')).slice(0, 5).join(' | '))));
                """);
    }

    /** Saves a picture of the whole page among the build's artefacts. */
    public void screenshot(String name) throws IOException {
        long height = (Long) run("return document.documentElement.scrollHeight");
        long width = (Long) run("return window.innerWidth");
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        awaitDrawn();
        Files.createDirectories(SCREENSHOTS);
        Files.copy(
                driver.getScreenshotAs(OutputType.FILE).toPath(),
                SCREENSHOTS.resolve(name + ".png"),
                StandardCopyOption.REPLACE_EXISTING);
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
