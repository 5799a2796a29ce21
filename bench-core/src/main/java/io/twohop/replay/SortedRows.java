package io.twohop.replay;

import java.io.IOException;
import java.util.Arrays;

/**
 * Puts slightly unordered rows in order. It holds the rows of a short time, and gives each away once no row can be earlier. Rows of one time
 * keep their order. It allocates only while it holds more rows than ever before. One thread.
 */
final class SortedRows {
    /** Reads the next row into another one. */
    @FunctionalInterface
    interface Source {
        /** Returns false at the end. */
        boolean read(ArrivalRow row) throws IOException;
    }

    private static final int FIRST_ROWS = 64;

    private final Source source;
    private final long withinNanos;

    /** A ring: from {@code first} on, {@code held} rows in their order; the others are free. */
    private ArrivalRow[] ring = rows(FIRST_ROWS);

    private int first;
    private int held;
    private boolean ended;

    /** @param withinNanos time by which a row may be earlier than one before it */
    SortedRows(Source source, long withinNanos) {
        this.source = source;
        this.withinNanos = withinNanos;
    }

    private static ArrivalRow[] rows(int count) {
        ArrivalRow[] rows = new ArrivalRow[count];
        Arrays.setAll(rows, i -> new ArrivalRow());
        return rows;
    }

    /** Returns the next row, valid until the call after; null at the end. */
    ArrivalRow next() throws IOException {
        while (!ended && (held == 0 || isWithin(at(held - 1).timeNanos - at(0).timeNanos))) {
            // One place stays free, since the row given away last is still in use.
            if (held + 2 > ring.length) {
                grow();
            }
            ended = !source.read(at(held));
            if (!ended) {
                held++;
                sink();
            }
        }
        if (held == 0) {
            return null;
        }
        ArrivalRow next = at(0);
        first = (first + 1) % ring.length;
        held--;
        return next;
    }

    /** A span that exceeds 64 bits is negative. */
    private boolean isWithin(long spanNanos) {
        return spanNanos >= 0 && spanNanos <= withinNanos;
    }

    int held() {
        return held;
    }

    /** Moves the last row before those that are later. */
    private void sink() {
        ArrivalRow last = at(held - 1);
        int place = held - 1;
        for (; place > 0 && at(place - 1).timeNanos > last.timeNanos; place--) {
            ring[(first + place) % ring.length] = at(place - 1);
        }
        ring[(first + place) % ring.length] = last;
    }

    private ArrivalRow at(int place) {
        return ring[(first + place) % ring.length];
    }

    private void grow() {
        ArrivalRow[] larger = rows(2 * ring.length);
        for (int i = 0; i < held; i++) {
            larger[i] = at(i);
        }
        // The row in use stays before the first.
        larger[larger.length - 1] = at(ring.length - 1);
        ring = larger;
        first = 0;
    }
}
