package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Ledger;
import io.twohop.account.UsualLatency;
import io.twohop.config.Quantities;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Fork;
import io.twohop.result.Rates;
import io.twohop.workload.Slo;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Part of the due messages that did not arrive in the window, and its cause if no backlog grew. */
final class Shortfall {
    /** Shares are sums of floating-point numbers. */
    private static final double ROUNDING = 1e-9;

    private static final double PERCENT = 100;
    private static final double PERMILLE = 1_000;
    private static final double PERCENT_OF_PERMILLE = 10;
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

    /** The leading digits of a recommended duration. */
    private static final int[] ROUND = {1, 2, 3, 5};

    private static final int TEN = 10;
    private static final int SECONDS_PER_MINUTE = 60;

    private Shortfall() {}

    /** Returns whether less of the offered rate was achieved than counts as held. A closed loop offers no rate. */
    static boolean isBelow(Fork fork, Slo slo) {
        return !fork.isClosedLoop() && fork.rates().heldShare() < slo.leastAchieved() - ROUNDING;
    }

    /**
     * Finds why a fork is below the limit although its backlog did not grow.
     *
     * @return empty if enough was achieved
     */
    static Optional<Finding> reason(Fork fork, Slo slo) {
        if (!fork.complete() || !isBelow(fork, slo)) {
            return Optional.empty();
        }
        if (fork.hasFaults()) {
            return Optional.of(Rules.ACHIEVED_UNDER_FAULTS.found(
                    achieved(fork.rates()).text(),
                    slo.leastAchievedText(),
                    Slo.percent(Math.floor(PERCENT * fork.rates().heldShare()) / PERCENT)));
        }
        double late = late(fork);
        return late <= 1 - slo.leastAchieved()
                ? Optional.empty()
                : Starvation.cause(fork, slo).or(() -> Optional.of(noGrowth(fork, late, slo)));
    }

    /** Returns the share of the due messages that arrived too late. Lost and failed messages have findings of their own. */
    static double late(Fork fork) {
        Ledger window = fork.accounting().orElseThrow().window();
        return 1
                - fork.rates().heldShare()
                - (double) (window.lost() + window.reported().messages()) / window.expected();
    }

    /** Returns the length of a part of the window. */
    static long nanos(Fork fork, double share) {
        return Math.round(share * windowNanos(fork));
    }

    private static long windowNanos(Fork fork) {
        // On a busy machine the monitor may cut no second of a short window.
        double windowSeconds = fork.accounting().orElseThrow().window().expected()
                / fork.rates().duePerSecond();
        return Math.round(windowSeconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** States the achieved share, rounded down: 98.96 % must not read like 99 %. */
    static Finding achieved(Rates rates) {
        return Rules.ACHIEVED.found(
                Math.floor(PERMILLE * rates.heldShare() + ROUNDING) / PERCENT_OF_PERMILLE,
                rates.achievedPerSecond() + rates.steadyPerSecond(),
                rates.duePerSecond());
    }

    private static Finding noGrowth(Fork fork, double late, Slo slo) {
        String achieved = achieved(fork.rates()).text();
        String needed = slo.leastAchievedText();
        long windowNanos = windowNanos(fork);
        UsualLatency usual = UsualLatency.of(fork.intervals());
        if (usual.isLongAgainst(windowNanos)) {
            long latencyNanos = twoDigits(usual.nanos());
            return Rules.WINDOW_TOO_SHORT.found(
                    achieved,
                    needed,
                    DurationText.exact(windowNanos),
                    DurationText.exact(latencyNanos),
                    longEnough((double) UsualLatency.LEAST_LATENCIES * latencyNanos));
        }
        double missingNanos = late * windowNanos;
        return Rules.STALL_AT_END.found(
                achieved,
                needed,
                DurationText.exact(twoDigits(Math.round(missingNanos))),
                longEnough(missingNanos / Math.max(1 - slo.leastAchieved(), 1 / PERMILLE)));
    }

    private static long twoDigits(long nanos) {
        return BigDecimal.valueOf(nanos).round(TWO_DIGITS).longValueExact();
    }

    /** Returns the next round number of seconds or minutes. */
    private static String longEnough(double nanos) {
        long seconds = (long) Math.ceil(nanos / TimeUnit.SECONDS.toNanos(1));
        return Quantities.text(Duration.ofSeconds(
                seconds <= SECONDS_PER_MINUTE
                        ? Math.min(SECONDS_PER_MINUTE, round(seconds))
                        : SECONDS_PER_MINUTE * round((seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE)));
    }

    private static long round(long value) {
        for (long power = 1; ; power *= TEN) {
            for (int digit : ROUND) {
                if (digit * power >= value) {
                    return digit * power;
                }
            }
        }
    }
}
