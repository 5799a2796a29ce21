package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Ledger;
import io.twohop.account.UsualLatency;
import io.twohop.config.Quantities;
import io.twohop.result.Fork;
import io.twohop.result.Rates;
import io.twohop.result.Verdict;
import io.twohop.workload.Slo;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How much of what was due in the window did not arrive in it, and why, where no backlog grew. */
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

    /** Whether less of the offered rate was achieved than counts as held. A closed loop offers no rate. */
    static boolean isBelow(Fork fork, Slo slo) {
        return fork.throughput() == null && fork.rates().heldShare() < slo.leastAchieved() - ROUNDING;
    }

    /**
     * The reason against a fork below the limit whose backlog did not grow, with what to do about it.
     *
     * @return empty if enough was achieved
     */
    static Optional<String> reason(Fork fork, Slo slo) {
        if (!fork.complete() || !isBelow(fork, slo)) {
            return Optional.empty();
        }
        if (fork.faults() != null) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s under faults, of which at least %s are needed; measure longer, or allow for the outage with -Dslo.achieved=%s",
                    achieved(fork.rates()),
                    slo.leastAchievedText(),
                    Slo.percent(Math.floor(PERCENT * fork.rates().heldShare()) / PERCENT)));
        }
        double late = late(fork);
        return late <= 1 - slo.leastAchieved()
                ? Optional.empty()
                : Optional.of(achieved(fork.rates()) + ", of which at least " + slo.leastAchievedText()
                        + Starvation.cause(fork, slo)
                                .map(machine -> Verdict.STARVED + machine)
                                .orElseGet(() -> Verdict.NO_GROWTH + remedy(fork, late, slo)));
    }

    /** The share of what was due that came too late. Messages that were lost or failed are a reason of their own. */
    static double late(Fork fork) {
        Ledger window = fork.accounting().window();
        return 1
                - fork.rates().heldShare()
                - (double) (window.lost() + window.reported().messages()) / window.due();
    }

    /** The length of a part of the window. */
    static long nanos(Fork fork, double share) {
        return Math.round(share * windowNanos(fork));
    }

    private static long windowNanos(Fork fork) {
        // On a busy machine the monitor may cut no second of a short window.
        double windowSeconds = fork.accounting().window().due() / fork.rates().duePerSecond();
        return Math.round(windowSeconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** The share rounded down, so that 98.96 % never reads like 99 %. */
    static String achieved(Rates rates) {
        return String.format(
                Locale.ROOT,
                "%.1f %% of the offered rate achieved (%,.0f of %,.0f messages/s)",
                Math.floor(PERMILLE * rates.heldShare() + ROUNDING) / PERCENT_OF_PERMILLE,
                rates.achievedPerSecond() + rates.steadyPerSecond(),
                rates.duePerSecond());
    }

    private static String remedy(Fork fork, double late, Slo slo) {
        long windowNanos = windowNanos(fork);
        UsualLatency usual = UsualLatency.of(fork.intervals());
        if (usual.isLongAgainst(windowNanos)) {
            long latencyNanos = twoDigits(usual.nanos());
            return String.format(
                    Locale.ROOT,
                    "%s is too short for a transport with a latency of %s; use -Dduration=%s",
                    DurationText.exact(windowNanos),
                    DurationText.exact(latencyNanos),
                    longEnough((double) UsualLatency.LEAST_LATENCIES * latencyNanos));
        }
        double missingNanos = late * windowNanos;
        return String.format(
                Locale.ROOT,
                "a stall across the end of the window held back %s of messages; repeat the run, or use -Dduration=%s",
                DurationText.exact(twoDigits(Math.round(missingNanos))),
                longEnough(missingNanos / Math.max(1 - slo.leastAchieved(), 1 / PERMILLE)));
    }

    private static long twoDigits(long nanos) {
        return BigDecimal.valueOf(nanos).round(TWO_DIGITS).longValueExact();
    }

    /** The next round number of seconds or minutes. */
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
