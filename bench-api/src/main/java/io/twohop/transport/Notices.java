package io.twohop.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * Trouble that clients reported during a run, with times. Any thread; a bounded number of the first notices is kept.
 */
public final class Notices {
    private static final int MOST = 100_000;

    private final List<Notice> notices = new ArrayList<>();

    /**
     * A notice.
     *
     * @param nanos time by {@link System#nanoTime()}
     * @param text the client's words
     */
    public record Notice(long nanos, String text) {}

    /** Adds a notice with the current time. */
    public void add(String text) {
        long nanos = System.nanoTime();
        synchronized (this) {
            if (notices.size() < MOST) {
                notices.add(new Notice(nanos, text));
            }
        }
    }

    /** Returns the first notices, in order. */
    public synchronized List<Notice> list() {
        return List.copyOf(notices);
    }
}
