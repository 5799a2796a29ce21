package io.twohop.transport;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Incidental work of a transport, such as rolling to a new file. In the flight recording it can explain a slow message.
 * The working thread marks it; without a recording this costs nothing.
 */
@Name(Occurrence.NAME)
@Label("Occurrence")
@Category("TwoHop")
@StackTrace(false)
public final class Occurrence extends Event {
    /** The event's name in a recording. */
    public static final String NAME = "io.twohop.Occurrence";

    @Label("What")
    private final String what;

    @Label("How Long It Had Taken When It Was Marked")
    @Timespan(Timespan.NANOSECONDS)
    private final long tookNanos;

    private Occurrence(String what, long tookNanos) {
        this.what = what;
        this.tookNanos = tookNanos;
    }

    /** Begins work that lasts until {@link #over}; it explains messages that waited for most of it. */
    public static Occurrence begin(String what) {
        Occurrence occurrence = new Occurrence(what, 0);
        occurrence.begin();
        return occurrence;
    }

    /** Ends the work; any thread, once. */
    public void over() {
        commit();
    }

    /** Marks work of unknown length. */
    public static void mark(String what) {
        new Occurrence(what, 0).commit();
    }

    /**
     * Marks work that ends now.
     *
     * @param tookNanos its length
     */
    public static void ended(String what, long tookNanos) {
        new Occurrence(what, tookNanos).commit();
    }
}
