package io.twohop.measure;

import io.twohop.measure.SlowestMessages.Slow;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The episodes of each second that cost the messages of one sink the most time together. An episode begins with a
 * message and lasts twice as long as its slowest message took: the delay, then the drain of the backlog. The slowest
 * message stands for the others. One thread records without waiting or allocating; the monitor drains.
 */
public final class CostliestEpisodes {
    private static final int LASTS = 2;

    /** The longest episode: a backlog that only grows is one episode a second. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Window window;
    private final SlowestMessages kept;

    /** The current episode of each phase, that of the window first. */
    private final Episode[] episodes;

    public CostliestEpisodes(int sink, Window window) {
        this.window = window;
        this.kept = new SlowestMessages(sink, window);
        // Messages of warm-up are due before the window begins, those of the window after it.
        this.episodes = new Episode[] {new Episode(window.measureStartNanos()), new Episode(window.startNanos())};
    }

    /** Records a message; the sink's thread only. For the parameters see {@link Slow}. */
    public void record(int producer, long sequence, long intendedNanos, long entryNanos, long endNanos) {
        long nanos = endNanos - intendedNanos;
        Episode episode = episodes[window.warmsUp(intendedNanos)];
        if (intendedNanos - episode.untilNanos >= 0) {
            close(episode);
            episode.begin(intendedNanos);
        }
        episode.messages++;
        episode.sumNanos += nanos;
        if (nanos > episode.nanos) {
            episode.nanos = nanos;
            episode.producer = producer;
            episode.sequence = sequence;
            episode.intendedNanos = intendedNanos;
            episode.entryNanos = entryNanos;
            episode.untilNanos = Math.min(
                    intendedNanos + LASTS * nanos, episode.beganNanos + Math.max(LONGEST_NANOS, LASTS * nanos));
        }
    }

    /**
     * Keeps an episode, even an empty one: code that only the window's first message reached would be compiled there.
     */
    private void close(Episode episode) {
        kept.record(
                episode.sumNanos,
                episode.producer,
                episode.sequence,
                episode.intendedNanos,
                episode.intendedNanos,
                episode.entryNanos,
                episode.intendedNanos + episode.nanos,
                episode.messages,
                episode.sumNanos);
    }

    /**
     * Returns the slowest message of each episode that ended before the last call but one, in no order; the monitor
     * only.
     */
    public List<Slow> drain() {
        return filled(kept.drain());
    }

    /** Takes all that is left. The monitor only, once the thread has stopped. */
    public List<Slow> drainStopped() {
        for (Episode episode : episodes) {
            close(episode);
            episode.begin(episode.untilNanos);
        }
        return filled(kept.drainStopped());
    }

    private static List<Slow> filled(List<Slow> slow) {
        return slow.stream().filter(one -> one.messages() > 0).toList();
    }

    private static final class Episode {
        private long beganNanos;
        private long untilNanos;
        private long messages;
        private long sumNanos;
        private long nanos;
        private long producer;
        private long sequence;
        private long intendedNanos;
        private long entryNanos;

        /** Creates an empty episode that ends with the first message. */
        Episode(long untilNanos) {
            this.untilNanos = untilNanos;
            this.intendedNanos = untilNanos;
        }

        void begin(long atNanos) {
            beganNanos = atNanos;
            untilNanos = atNanos;
            messages = 0;
            sumNanos = 0;
            nanos = Long.MIN_VALUE;
        }
    }
}
