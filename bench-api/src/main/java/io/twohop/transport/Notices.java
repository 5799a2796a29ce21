package io.twohop.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * What clients noticed of trouble during a run, with when. Any thread; the first ones are kept, up to a bound.
 */
public final class Notices {
    private static final int MOST = 100_000;

    private final List<Notice> notices = new ArrayList<>();

    /**
     * A notice.
     *
     * @param nanos when, by {@link System#nanoTime()}
     * @param text what the client said
     */
    public record Notice(long nanos, String text) {}

    /** Notes something now. */
    public void add(String text) {
        long nanos = System.nanoTime();
        synchronized (this) {
            if (notices.size() < MOST) {
                notices.add(new Notice(nanos, text));
            }
        }
    }

    /** The first ones, in the order in which they came. */
    public synchronized List<Notice> list() {
        return List.copyOf(notices);
    }
}
