package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Enums;
import io.twohop.config.Nanos;
import io.twohop.config.Texts;
import io.twohop.replay.Burstiness;
import io.twohop.replay.Dispersion;
import io.twohop.replay.FileScan;
import io.twohop.replay.RateOverTime;
import io.twohop.result.KeyUse;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** The rate and burstiness of a file of arrivals, as text. */
public final class ArrivalsText {
    private static final int MOST_PARTS = 24;
    private static final int BAR = 40;

    private ArrivalsText() {}

    public static void print(FileScan scan, double speed, Burstiness burstiness, PrintStream out) {
        double seconds = scan.lengthNanos(speed) / Nanos.PER_SECOND;
        out.println(scan.file());
        out.println(Texts.format(
                "  %,d arrivals in %s, %,.0f/s on average%s",
                scan.rows(),
                clock(seconds),
                scan.rows() / seconds,
                speed == 1 ? "" : Texts.format(", at speed %s", speed)));
        out.println(Texts.format("  column %s, times in %s", scan.column(), Enums.text(scan.format())));
        out.println(Texts.format("  %,d bytes, SHA-256 %s", scan.bytes(), scan.sha256()));
        beside(scan, out);
        out.println();
        windows(burstiness.windows(), out);
        out.println();
        out.println(Texts.format(
                "  longest gap  %s, before line %d",
                DurationText.of(burstiness.longestGapNanos()), burstiness.longestGapLine()));
        out.println();
        rates(burstiness.rates(), out);
    }

    private static void beside(FileScan scan, PrintStream out) {
        scan.sizes()
                .ifPresent(sizes -> out.println(Texts.format(
                        "  payloads of %,d B on average (%,d to %,d)", sizes.mean(), sizes.least(), sizes.most())));
        scan.keys()
                .ifPresent(
                        keys -> out.println("  " + CircumstancesText.keys(new KeyUse(keys.count(), keys.topShare()))));
    }

    private static void windows(List<Dispersion> windows, PrintStream out) {
        TextTable table = new TextTable().left(6).right(8).right(10).right(10).left(1);
        table.row(List.of("window", "mean", "index of dispersion", "largest burst", "at"));
        for (Dispersion window : windows) {
            table.row(List.of(
                    DurationText.exact(window.windowNanos()),
                    Texts.format(window.mean() < 10 ? "%,.2f" : "%,.0f", window.mean()),
                    Texts.format("%,.1f", window.index()),
                    Texts.format("%,d", window.largest()),
                    Texts.format(
                            "%s, line %d", clock(window.largestNanos() / Nanos.PER_SECOND), window.largestLine())));
        }
        table.print("  ", out);
    }

    private static void rates(RateOverTime rates, PrintStream out) {
        double[] perSecond = rates.perSecond(MOST_PARTS);
        double most = Arrays.stream(perSecond).max().orElse(1);
        TextTable table = new TextTable().left(6).right(8).left(1);
        table.row(List.of("from", "rate"));
        for (int i = 0; i < perSecond.length; i++) {
            double from = i * rates.partNanos(MOST_PARTS) / Nanos.PER_SECOND;
            table.row(List.of(clock(from), Texts.format("%,.0f/s", perSecond[i]), "#".repeat((int)
                            Math.round(BAR * perSecond[i] / most))));
        }
        table.print("  ", out);
    }

    /** Formats minutes and seconds, and hours if there are any. */
    private static String clock(double seconds) {
        long millis = Math.round(1e3 * seconds);
        long hours = millis / 3_600_000;
        String rest = Texts.format("%02d:%06.3f", millis / 60_000 % 60, millis % 60_000 / 1e3);
        return hours == 0 ? rest : hours + ":" + rest;
    }
}
