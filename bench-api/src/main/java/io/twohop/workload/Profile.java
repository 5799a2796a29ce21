package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An offered rate that changes with time, of pieces that each go straight from one rate to another: a pure function. Immutable.
 *
 * @param pieces one behind the other, from the start of measuring
 */
public record Profile(List<Piece> pieces) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MOST_PER_SECOND = 100e6;
    private static final int MOST_PIECES = 1_000;

    /**
     * A stretch of time.
     *
     * @param fromPerSecond the rate at its start
     * @param toPerSecond the rate at its end
     * @param nanos how long it is
     */
    public record Piece(double fromPerSecond, double toPerSecond, long nanos) {
        /** How many messages are due before a time, from its start on: the area under a straight line. */
        double messages(long untilNanos) {
            if (nanos == 0) {
                return 0;
            }
            double seconds = untilNanos / NANOS_PER_SECOND;
            double slope = (toPerSecond - fromPerSecond) * NANOS_PER_SECOND / nanos;
            return (fromPerSecond + slope * seconds / 2) * seconds;
        }

        /** All of them. */
        public double messages() {
            return messages(nanos);
        }

        /**
         * The inverse: when as many messages are due, from its start on. The smaller root of the quadratic, in the form that loses
         * no digits (Press et al., Numerical Recipes, 3rd edition, 5.6) and holds for a flat line.
         */
        public double nanosOf(double messages) {
            double slope = (toPerSecond - fromPerSecond) * NANOS_PER_SECOND / nanos;
            double root = Math.sqrt(Math.max(0, fromPerSecond * fromPerSecond + 2 * slope * messages));
            return Math.min(nanos, 2 * messages / (fromPerSecond + root) * NANOS_PER_SECOND);
        }
    }

    public Profile {
        pieces = List.copyOf(pieces);
    }

    /** As a workload has it; null without parts. */
    static Profile of(List<RatePart> parts) {
        if (parts.isEmpty()) {
            return null;
        }
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            try {
                add(parts.get(i), pieces);
            } catch (ConfigException e) {
                throw ConfigException.invalid(
                        "rate[" + i + "]" + (e.name().isEmpty() ? "" : "." + e.name()), e.value(), e.expected());
            }
        }
        if (pieces.size() > MOST_PIECES) {
            throw ConfigException.invalid("rate", pieces.size() + " steps", "at most " + MOST_PIECES);
        }
        return new Profile(pieces);
    }

    private static void add(RatePart part, List<Piece> pieces) {
        Piece before = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (part.hold() != null) {
            pieces.add(piece(part.hold().perSecond(), part.hold().perSecond(), part.held()));
        } else if (part.to() != null) {
            if (part.from() == null && before == null) {
                throw ConfigException.invalid("from", null, "the rate that the first part begins at");
            }
            double from = part.from() == null ? before.toPerSecond : part.from().perSecond();
            pieces.add(piece(from, part.to().perSecond(), part.over()));
        } else {
            if (before == null) {
                throw ConfigException.invalid("step", part.step(), "a part before it, such as {hold: 10k, for: 30s}");
            }
            Duration each = part.held() == null ? Duration.ofNanos(before.nanos) : part.held();
            double rate = before.toPerSecond;
            for (int i = 0; i < (part.times() == null ? 1 : part.times()); i++) {
                rate += part.step().perSecond();
                pieces.add(piece(rate, rate, each));
            }
        }
    }

    private static Piece piece(double fromPerSecond, double toPerSecond, Duration duration) {
        double most = Math.max(fromPerSecond, toPerSecond);
        if (most > MOST_PER_SECOND) {
            throw ConfigException.invalid("", new Rate(most), "rates of at most 100M/s");
        }
        return new Piece(fromPerSecond, toPerSecond, duration.toNanos());
    }

    /** How long it is. */
    public Duration duration() {
        return Duration.ofNanos(pieces.stream().mapToLong(Piece::nanos).sum());
    }

    /** What it begins at, and warm-up has. */
    public double firstPerSecond() {
        return pieces.get(0).fromPerSecond;
    }

    /** The highest of its rates. */
    public double highestPerSecond() {
        return pieces.stream()
                .mapToDouble(piece -> Math.max(piece.fromPerSecond, piece.toPerSecond))
                .max()
                .orElseThrow();
    }

    /** How many messages are due before a time, from the start of measuring; in warm-up, which is before, fewer than none. */
    public double messagesUntil(long nanos) {
        if (nanos < 0) {
            return firstPerSecond() * nanos / NANOS_PER_SECOND;
        }
        double messages = 0;
        long left = nanos;
        for (Piece piece : pieces) {
            messages += piece.messages(Math.min(left, piece.nanos));
            left -= Math.min(left, piece.nanos);
        }
        return messages;
    }
}
