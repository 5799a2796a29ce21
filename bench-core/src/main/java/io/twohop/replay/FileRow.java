package io.twohop.replay;

/** What a file of arrivals has beside the time that its schedule gave last. */
public interface FileRow {
    /** Of the payload; 0 where the file has no sizes. */
    int bytes();

    /** The number of the message's key, from 0; 0 where the file has no keys. */
    int key();
}
