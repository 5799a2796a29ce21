package io.twohop.replay;

/** The values of a row of a file of arrivals, beside its time. */
public interface FileRow {
    /** Returns the payload's size in bytes; 0 if the file has no sizes. */
    int bytes();

    /** Returns the number of the message's key, from 0; 0 if the file has no keys. */
    int key();

    /** Returns the number of the message's topic, from 0; 0 if the file has no topics. */
    int topic();
}
