package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Flame graphs of real runs, looked at in a real browser. */
@Order(1)
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(300)
class FlameGraphTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WIDE = 1_280;
    private static final int PHONE = 390;
    private static final String CHART =
            "const chart = echarts.getInstanceByDom(document.querySelector('#flame .chart'));"
                    + "const option = chart.getOption(); return ";

    /** An expression for the roles, which stand directly on the whole. */
    private static final String ROLES = "option.series.filter((one) => one.data.length).map((one) => one.name)";

    @TempDir
    static Path directory;

    private static Path profiled;
    private static Path off;
    private static Browser browser;

    @BeforeAll
    static void measure() throws Exception {
        profiled = run("profiled", "-Dlayout=single", "-Djfr=profile");
        off = UnforkedRun.of(
                        directory.resolve("off"),
                        "smoke.yaml",
                        "loopback.yaml",
                        "rate=2k",
                        "warmup=300ms",
                        "duration=1s",
                        "idle=park")
                .directory();
        browser = new Browser(directory);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path run(String name, String... arguments) throws Exception {
        Path place = Files.createDirectory(directory.resolve(name));
        List<String> all = new ArrayList<>(
                List.of("-Dworkload=smoke.yaml", "-Drate=2k", "-Dwarmup=1s", "-Dduration=3s", "-Dfloor=0s"));
        all.addAll(List.of(arguments));
        all.add("loopback.yaml");
        BenchCall bench = BenchCall.of(place, all.toArray(String[]::new));
        bench.assertMeasured();
        return bench.results("").get(0);
    }

    private static Path report(Path... results) throws Exception {
        Path file = directory.resolve("report.html");
        List<String> arguments = new ArrayList<>(List.of("report", "--out", file.toString()));
        Arrays.stream(results).map(Path::toString).forEach(arguments::add);
        BenchCall bench = BenchCall.of(directory, arguments.toArray(String[]::new));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.err()).isEmpty();
        return file;
    }

    private static Object option(String expression) {
        return browser.run(CHART + expression);
    }

    private static void choose(String graph) {
        browser.one("#flame button[data-value=" + graph + "]").click();
    }

    /** Returns the place of the widest role in the chart. */
    private static int[] widestRole() {
        List<?> place = (List<?>) option("""
                chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, option.series.flatMap((one) => one.data)
                  .map((one) => one.value).filter((value) => value[2] === 1)
                  .sort((one, other) => (other[1] - other[0]) - (one[1] - one[0]))
                  .map(([from, to]) => [(from + to) / 2, 1.5])[0]).map(Math.round)""");
        return place.stream().mapToInt(at -> ((Number) at).intValue()).toArray();
    }

    private static String drawnText() {
        return (String)
                option("chart.getZr().storage.getDisplayList(true).map((one) => one.style?.text ?? '').join('|')");
    }

    private static void pointUntilRead(WebElement chart, int[] place) {
        browser.pointAt(chart, place[0], place[1]);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(drawnText()).contains("% of all|by itself"));
    }

    /** After the chart is redrawn, another call may be under the mouse. */
    private static void assertNothingIsRead() {
        browser.awaitDrawn();
        assertThat(drawnText()).doesNotContain("by itself");
    }

    private static void assertNothingToComplainOf() {
        assertThat(browser.console()).isEmpty();
    }

    /** Returns the events of a type within the measured window, read by the JDK's own reader. */
    private static List<RecordedEvent> measured(String name) throws IOException {
        List<RecordedEvent> all = RecordingFile.readAllEvents(profiled.resolve("recording.jfr"));
        Instant from = only(all, "io.twohop.MeasurementStarted").getStartTime();
        Instant to = only(all, "io.twohop.MeasurementEnded").getStartTime();
        return all.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .filter(event -> event.getStackTrace() != null)
                .filter(event -> !event.getStartTime().isBefore(from)
                        && !event.getStartTime().isAfter(to))
                .toList();
    }

    /** The page leaves such samples out, of running threads too: the reader cannot tell those from waiting ones. */
    private static boolean isInNativeMethod(RecordedEvent sample) {
        return sample.getStackTrace().getFrames().get(0).getType().equals("Native");
    }

    private static RecordedEvent only(List<RecordedEvent> all, String name) {
        return all.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldShowAllSamplesOfTheWindowUnderTheirRoles() throws Exception {
        browser.open(profiled.resolve("report.html"), WIDE, false);

        long samples = measured("jdk.ExecutionSample").stream()
                .filter(sample -> !isInNativeMethod(sample))
                .count();
        assertThat(samples).isPositive();
        assertThat(option("option.series[0].data[0].value[1]")).isEqualTo(samples);
        // One thread has all three; what it does between them, it does not find time for where the machine is busy.
        assertThat((List<?>) option(ROLES))
                .asString()
                .startsWith("[all, ")
                .containsPattern("(generator|service|sink)[,\\]]")
                .doesNotContain("-0", "client");
        assertThat(drawnText()).contains("all: " + String.format("%,d samples", samples));

        choose("slow");
        long slow = ((Number) option("option.series[0]?.data[0].value[1] ?? 0")).longValue();
        if (slow == 0) {
            // On a busy machine every message may be late by more than the window, or nothing of the run on a core
            // then.
            assertThat(browser.one("#flame .note").getText())
                    .containsPattern("^No (second is slow, since no message arrived in the window"
                            + "|running thread was sampled in the slow seconds)");
        } else {
            assertThat(slow).isBetween(1L, samples - 1);
            assertThat(drawnText()).containsPattern("in 1 of \\d seconds, with a p99 of ");
        }

        choose("allocation");
        long bytes = measured("jdk.ObjectAllocationSample").stream()
                .mapToLong(event -> event.getLong("weight"))
                .sum();
        assertThat(((Number) option("option.series[0].data[0].value[1]")).longValue())
                .isEqualTo(bytes);
        // On a busy machine the rate may not have been held, which is all that may be said here.
        assertThat(browser.all("#flame .note:not([hidden])"))
                .extracting(WebElement::getText)
                .allMatch(note -> note.startsWith("loopback ["));
        assertNothingToComplainOf();
    }

    @Test
    void shouldShowACallAloneByMouseAndByKeyboard() throws Exception {
        browser.open(profiled.resolve("report.html"), WIDE, false);
        WebElement chart = browser.one("#flame .chart");
        Object whole = option("option.xAxis[0].max");

        int[] place = widestRole();
        pointUntilRead(chart, place);
        browser.clickAt(chart, place[0], place[1]);
        assertNothingIsRead();
        Object alone = option("option.xAxis[0].max - option.xAxis[0].min");
        assertThat(((Number) alone).longValue()).isPositive().isLessThan(((Number) whole).longValue());
        // Its callers stay below it, as wide.
        assertThat((List<?>) option(ROLES)).hasSize(2).asString().startsWith("[all, ");
        browser.clickAt(chart, 20, chart.getSize().height - 10);
        assertThat(option("option.xAxis[0].max - option.xAxis[0].min")).isEqualTo(whole);

        WebElement reading = browser.one("#flame .reading");
        chart.sendKeys(Keys.ARROW_RIGHT);
        assertThat(reading.getText()).startsWith("all: ");
        chart.sendKeys(Keys.ARROW_RIGHT);
        String call = reading.getText();
        assertThat(call).contains("% of all");
        pointUntilRead(chart, widestRole());
        chart.sendKeys(Keys.ENTER);
        assertNothingIsRead();
        assertThat(option("option.xAxis[0].max - option.xAxis[0].min")).isNotEqualTo(whole);
        assertNothingToComplainOf();
    }

    @Test
    void shouldSaveStacks() throws Exception {
        browser.open(profiled.resolve("report.html"), WIDE, false);
        browser.one("#flame .csv").click();

        List<String> lines = Files.readAllLines(browser.saved("flame.csv"));
        assertThat(lines.get(0)).isEqualTo("stack,samples,samples by itself");
        assertThat(lines)
                .anyMatch(line ->
                        line.matches("(generator|service|sink);io\\.twohop\\.pipeline\\.\\w+\\.doWork,\\d+,\\d+"));
    }

    @Test
    void shouldFitAPhoneAndBeAccessible() throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            String colors = dark ? "-dark" : "";
            browser.open(profiled.resolve("report.html"), PHONE, dark);
            assertThat((Boolean) browser.run(
                            "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                    .isTrue();
            browser.screenshot("flame-phone" + colors);
            browser.open(profiled.resolve("report.html"), WIDE, dark);
            assertThat(browser.violations()).as("dark: " + dark).isEmpty();
            browser.screenshot("flame" + colors);
        }
        assertNothingToComplainOf();
    }

    @Test
    void shouldFollowTheColorsOfTheSystem() {
        browser.open(profiled.resolve("report.html"), WIDE, false);
        Object light = option("option.series[1].itemStyle.color");
        browser.colors(true);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(option("option.series[1].itemStyle.color")).isNotEqualTo(light));
    }

    @Test
    void shouldSayWhatToTypeWhereNothingWasRecorded() throws Exception {
        browser.open(report(profiled, off), WIDE, false);
        assertThat(browser.one("#flames").getText())
                .contains("No flame graph of ", "With -Djfr=off nothing was recorded; -Djfr=profile records stacks.");
        assertThat(browser.all("#flame select")).isEmpty();

        browser.open(report(off), WIDE, false);
        assertThat(browser.all("#flame")).isEmpty();
        assertNothingToComplainOf();
    }

    @Test
    void shouldShowWhyARecordingHasNoGraph() throws Exception {
        byte[] whole = Files.readAllBytes(profiled.resolve("recording.jfr"));
        Path copy = copy();
        Path recording = copy.resolve("recording.jfr");
        Files.write(recording, Arrays.copyOf(whole, whole.length / 2));
        assertAbsent(copy, "recording.jfr is no whole flight recording: Incomplete JFR file.");
        Files.writeString(recording, "no recording at all, but longer than the header of one, which takes 68 bytes");
        assertAbsent(copy, "recording.jfr is no whole flight recording: Not a valid JFR file.");
        Files.write(recording, new byte[0]);
        assertAbsent(copy, "recording.jfr is no whole flight recording: ");
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, whole.length / 4, whole.length, (byte) 0x7f);
        Files.write(recording, damaged);
        assertAbsent(copy, "recording.jfr is no whole flight recording: ");
        try (Recording foreign = new Recording()) {
            foreign.start();
            foreign.dump(recording);
        }
        assertAbsent(copy, "recording.jfr does not reach into the measured window of a run.");
        Files.delete(recording);
        assertAbsent(copy, "Its flight recording is gone");
    }

    private static Path copy() throws IOException {
        Path copy = Files.createDirectory(directory.resolve("copy"));
        try (var files = Files.list(profiled)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void assertAbsent(Path result, String why) throws Exception {
        browser.open(report(result), WIDE, false);
        assertThat(browser.one("#flames").getText()).contains("No flame graph of ", why);
        assertThat(browser.all("#flame")).isEmpty();
        JsonNode graphs = JSON.readTree((String) browser.run("return JSON.stringify(Data.runs[0].flames.graphs)"));
        assertThat(graphs).isEmpty();
        assertNothingToComplainOf();
    }
}
