package io.twohop.transport;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Something that a transport did besides carrying messages, such as turning to a new file: put into the flight recording,
 * it can explain a slow message. To be marked by the thread that did it; costs nothing when nothing records.
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

    /** Something that begins now and takes until {@link #over}: it explains what waited for most of it. */
    public static Occurrence begin(String what) {
        Occurrence occurrence = new Occurrence(what, 0);
        occurrence.begin();
        return occurrence;
    }

    /** It is over; any thread, once. */
    public void over() {
        commit();
    }

    /** Something of which only the instant is known. */
    public static void mark(String what) {
        new Occurrence(what, 0).commit();
    }

    /** Something that ends now, and whose length is known only now. */
    public static void ended(String what, long tookNanos) {
        new Occurrence(what, tookNanos).commit();
    }
}
