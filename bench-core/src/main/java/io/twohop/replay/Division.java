package io.twohop.replay;

/**
 * Which rows of a file a load sends, and by which of its producers. Loads have equally many producers; together they send each row
 * once.
 *
 * @param producers of each load
 * @param load which of the loads it is, from 0
 * @param loads how many there are
 */
public record Division(int producers, int load, int loads) {
    /** Another load's row. */
    static final int NONE = -1;

    /** Where producers take turns: by row, from 0, row i is load i modulo their number's. */
    int inTurn(long row) {
        return row % loads == load ? (int) (row / loads % producers) : NONE;
    }

    /** Where the file names producers, of which each load has a range. */
    int named(int producer) {
        int its = producer % (producers * loads);
        return its / producers == load ? its % producers : NONE;
    }
}
