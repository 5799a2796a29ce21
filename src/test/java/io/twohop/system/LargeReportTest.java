package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A report of much, in a real browser. */
@Tag("exhaustive")
@Timeout(300)
class LargeReportTest {
    private static final int WIDE = 1_280;

    @TempDir
    Path directory;

    @Test
    void shouldStayBelowThreeMegabytesForTenRunsOfFiveMinutes() throws Exception {
        BenchProcess brief = BenchProcess.jar(
                directory,
                "-Dworkload=smoke.yaml",
                "-Drate=1k",
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "chronicle.yaml");
        brief.assertMeasured();
        Path result = brief.result();
        List<String> arguments = new ArrayList<>(List.of("report"));
        for (int i = 0; i < 10; i++) {
            arguments.add(FiveMinutes.of(result, i).toString());
        }
        BenchProcess report = BenchProcess.jar(directory, arguments.toArray(String[]::new));
        assertThat(report.exitCode()).as(report.err()).isZero();
        Path page = directory.resolve("report.html");

        assertThat(Files.size(page)).isBetween(1_200_000L, 3_000_000L);
        try (Browser browser = new Browser(directory)) {
            browser.open(page, WIDE, false);
            assertThat(browser.all("figure").size()).isGreaterThanOrEqualTo(6);
            // Nothing but their numbers tells these apart.
            assertThat((List<?>) browser.run("return Data.runs.map((run) => run.label)"))
                    .hasSize(10)
                    .doesNotHaveDuplicates();
            assertThat((Long)
                            option(browser, "over-time", "series.find((series) => series.type === 'line').data.length"))
                    .isBetween(100L, 300L);
            assertThat((Long) option(browser, "heat", "series[0].data.length")).isGreaterThan(1_000);
            assertThat(browser.console()).isEmpty();
            System.out.println("ten runs of five minutes: " + Files.size(page) + " bytes, open after "
                    + browser.run("return Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)")
                    + " ms");
        }
    }

    private static Object option(Browser browser, String figure, String part) {
        return browser.run("return echarts.getInstanceByDom(document.querySelector('#" + figure
                + " .chart')).getOption()." + part);
    }
}
