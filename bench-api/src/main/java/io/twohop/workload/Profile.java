package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Nanos;
import io.twohop.config.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An offered rate that changes with time, made of pieces that each go straight from one rate to another. Immutable.
 *
 * @param pieces in the order of time, from the start of measuring
 */
public record Profile(List<Piece> pieces) {
    private static final double MOST_PER_SECOND = 100e6;
    private static final int MOST_PIECES = 1_000;

    /** The profile of a rate that does not change. */
    static final Profile NONE = new Profile(List.of());

    /**
     * A stretch of time.
     *
     * @param fromPerSecond the rate at its start, in messages per second
     * @param toPerSecond the rate at its end, in messages per second
     */
    public record Piece(double fromPerSecond, double toPerSecond, long nanos) {
        /** Returns the number of messages due before a time from the piece's start: the area under a straight line. */
        double messages(long untilNanos) {
            if (nanos == 0) {
                return 0;
            }
            double seconds = untilNanos / Nanos.PER_SECOND;
            double slope = (toPerSecond - fromPerSecond) * Nanos.PER_SECOND / nanos;
            return (fromPerSecond + slope * seconds / 2) * seconds;
        }

        /** Returns the number of messages due in the piece. */
        public double messages() {
            return messages(nanos);
        }

        /**
         * Returns the time from the piece's start at which this number of messages is due. It is the smaller root of the
         * quadratic, in the form that loses no digits (Press et al., Numerical Recipes, 3rd edition, 5.6) and holds for a flat
         * line.
         */
        public double nanosOf(double messages) {
            double slope = (toPerSecond - fromPerSecond) * Nanos.PER_SECOND / nanos;
            double root = Math.sqrt(Math.max(0, fromPerSecond * fromPerSecond + 2 * slope * messages));
            return Math.min(nanos, 2 * messages / (fromPerSecond + root) * Nanos.PER_SECOND);
        }
    }

    public Profile {
        pieces = List.copyOf(pieces);
    }

    /** Returns the profile of a workload's parts. */
    static Profile of(List<RatePart> parts) {
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
        Piece before = pieces.isEmpty() ? new Piece(0, 0, 0) : pieces.get(pieces.size() - 1);
        switch (part.kind()) {
            case HOLD -> pieces.add(piece(part.hold().perSecond(), part.hold().perSecond(), part.held()));
            case RAMP -> {
                Given<Rate> from = Given.of("from", part.from())
                        .neededIf(pieces.isEmpty(), "the rate that the first part begins at");
                pieces.add(piece(
                        from.map(Rate::perSecond).or(before.toPerSecond),
                        part.to().perSecond(),
                        part.over()));
            }
            case STEPS -> {
                Given.of("step", part.step())
                        .onlyIf(!pieces.isEmpty(), "a part before it, such as {hold: 10k, for: 30s}");
                Duration each = Given.of("for", part.held()).or(Duration.ofNanos(before.nanos));
                double rate = before.toPerSecond;
                for (int i = 0; i < Given.of("times", part.times()).or(1); i++) {
                    rate += part.step().perSecond();
                    pieces.add(piece(rate, rate, each));
                }
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

    public boolean changes() {
        return !pieces.isEmpty();
    }

    public Duration duration() {
        return Duration.ofNanos(pieces.stream().mapToLong(Piece::nanos).sum());
    }

    /** Returns the rate at the start, which warm-up has as well. */
    public double firstPerSecond() {
        return pieces.get(0).fromPerSecond;
    }

    public double highestPerSecond() {
        return pieces.stream()
                .mapToDouble(piece -> Math.max(piece.fromPerSecond, piece.toPerSecond))
                .max()
                .orElseThrow();
    }

    /**
     * Returns the number of messages due before a time from the start of measuring. Times in warm-up are negative, and so are
     * their numbers.
     */
    public double messagesUntil(long nanos) {
        if (nanos < 0) {
            return firstPerSecond() * nanos / Nanos.PER_SECOND;
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
