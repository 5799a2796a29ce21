package io.twohop.replay;

/** A row of a file of arrivals. One thread. */
final class ArrivalRow implements FileRow {
    /** Nanoseconds from wherever the file counts them. */
    long timeNanos;

    /** The line that it began in, from 1, the header included. */
    long line;

    int producer;
    int size;
    int key;
    int topic;

    @Override
    public int bytes() {
        return size;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public int topic() {
        return topic;
    }
}
