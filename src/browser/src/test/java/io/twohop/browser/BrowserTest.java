package io.twohop.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether this machine has a browser that shows pages, or can fetch one: said here, early in a build. */
@Tag("one-jdk")
@Timeout(600)
class BrowserTest {

    @TempDir
    static Path downloads;

    private static Browser browser;

    @BeforeAll
    static void start() {
        browser = new Browser(downloads);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        browser.console();
        browser.open(Path.of(BrowserTest.class.getResource("/page.html").toURI()), 400, false);
    }

    @Test
    void shouldReadAPageAndItsConsole() {
        assertThat(browser.one("h1").getText()).isEqualTo("text");
        assertThat(browser.run("return arguments[0] + window.innerWidth", 1)).isEqualTo(401L);
        assertThat(browser.console()).hasSize(1).allMatch(line -> line.contains("said on purpose"));
    }

    @Test
    void shouldShowTextAndDrawingsOnAScreenshot() throws Exception {
        browser.screenshot("page");

        BufferedImage picture =
                ImageIO.read(Path.of("target/screenshots/page.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(400);
        assertThat(pixels(picture, Color.BLUE)).isEqualTo(10_000);
        // Without a font there would be none.
        assertThat(pixels(picture, Color.RED)).isGreaterThan(200);
    }

    private static long pixels(BufferedImage picture, Color color) {
        return IntStream.range(0, picture.getWidth() * picture.getHeight())
                .filter(i -> picture.getRGB(i % picture.getWidth(), i / picture.getWidth()) == color.getRGB())
                .count();
    }

    @Test
    void shouldSaveWhatAPageOffers() throws Exception {
        browser.one("a").click();

        assertThat(browser.saved("saved.csv")).hasContent("a,b");
    }

    @Test
    void shouldFollowTheColorsOfTheSystem() {
        browser.colors(true);

        assertThat(browser.run("return matchMedia('(prefers-color-scheme: dark)').matches"))
                .isEqualTo(true);
    }
}
