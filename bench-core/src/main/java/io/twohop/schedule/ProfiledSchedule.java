package io.twohop.schedule;

import io.twohop.workload.Profile;
import io.twohop.workload.Profile.Piece;

/**
 * A schedule whose rate changes with time. It takes the messages of a schedule with a constant rate and stretches their times.
 * Random arrivals stay random: a Poisson process whose time is stretched is one with a changing rate (Cinlar, Introduction to
 * Stochastic Processes, 1975, 4.7).
 */
public final class ProfiledSchedule implements Schedule {
    /** Rate of the other schedule, at which one message takes a millisecond. */
    public static final double PER_SECOND = 1_000;

    private static final double NANOS_PER_MESSAGE = 1e9 / PER_SECOND;

    private final Schedule messages;
    private final Piece[] pieces;

    /** Messages of the pieces before the current one. */
    private double messagesBefore;

    private long nanosBefore;
    private int piece;

    /**
     * @param messages a schedule at {@link #PER_SECOND}
     * @param warmupNanos length of warm-up, which has the profile's first rate
     */
    public ProfiledSchedule(Schedule messages, Profile profile, long warmupNanos) {
        this.messages = messages;
        pieces = new Piece[profile.pieces().size() + 1];
        pieces[0] = new Piece(profile.firstPerSecond(), profile.firstPerSecond(), warmupNanos);
        for (int i = 1; i < pieces.length; i++) {
            pieces[i] = profile.pieces().get(i - 1);
        }
    }

    @Override
    public long nextOffsetNanos() {
        double before = messages.nextOffsetNanos() / NANOS_PER_MESSAGE;
        while (piece < pieces.length && before - messagesBefore >= pieces[piece].messages()) {
            messagesBefore += pieces[piece].messages();
            nanosBefore += pieces[piece].nanos();
            piece++;
        }
        return piece == pieces.length ? END : nanosBefore + (long) pieces[piece].nanosOf(before - messagesBefore);
    }
}
