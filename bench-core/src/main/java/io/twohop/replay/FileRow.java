package io.twohop.replay;

/** What a row of a file of arrivals has beside its time. */
public interface FileRow {
    /** Of the payload; 0 where the file has no sizes. */
    int bytes();

    /** The number of the message's key, from 0; 0 where the file has no keys. */
    int key();

    /** The number of the message's topic, from 0; 0 where the file has no topics. */
    int topic();
}
