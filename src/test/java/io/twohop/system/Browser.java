package io.twohop.system;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium: that of the machine, or where there is none the one that Selenium fetches. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final int HEIGHT = 900;

    private final ChromeDriver driver;

    /** @param downloads where files are saved */
    Browser(Path downloads) {
        ChromeOptions options = new ChromeOptions();
        options.addArguments(
                "--headless=new",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--force-device-scale-factor=1");
        if (System.getProperty("user.name").equals("root")) {
            // Its sandbox does not work for root, and the page is ours.
            options.addArguments("--no-sandbox");
        }
        options.setExperimentalOption(
                "prefs",
                Map.of("download.default_directory", downloads.toString(), "download.prompt_for_download", false));
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", console);
        ChromeDriverService.Builder service = new ChromeDriverService.Builder();
        Optional<File> browser =
                NAMES.stream().map(Browser::onPath).flatMap(Optional::stream).findFirst();
        Optional<File> server = onPath("chromedriver");
        if (browser.isPresent() && server.isPresent()) {
            options.setBinary(browser.get());
            service.usingDriverExecutable(server.get());
        }
        driver = new ChromeDriver(service.build(), options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    }

    private static Optional<File> onPath(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> new File(directory, name))
                .filter(File::canExecute)
                .findFirst();
    }

    /** Opens a file as a window of that width shows it. */
    void open(Path file, int width, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
        colors(dark);
        driver.get(file.toUri().toString());
    }

    void colors(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** What the page's console said since it was asked last. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Moves the mouse to a place of an element, counted from its upper left corner. */
    void pointAt(WebElement element, int x, int y) {
        new Actions(driver)
                .scrollToElement(element)
                .moveToElement(element, x - element.getSize().width / 2, y - element.getSize().height / 2)
                .perform();
    }

    /** What the accessibility checker objects to: rule, and the elements. */
    List<?> violations() throws IOException {
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

    /** Keeps the whole page as a picture among the build's artefacts. */
    void screenshot(String name) throws IOException {
        long height = (Long) run("return document.documentElement.scrollHeight");
        long width = (Long) run("return window.innerWidth");
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        // The charts follow the size of their boxes a frame later.
        driver.executeAsyncScript(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))");
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
