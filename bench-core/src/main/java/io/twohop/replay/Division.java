package io.twohop.replay;

/**
 * The rows of a file that a load sends, and their producers. Loads have equally many producers; together they send
 * each row once.
 *
 * @param load which of the loads it is, from 0
 */
public record Division(int producers, int load, int loads) {
    /** Another load's row. */
    static final int NONE = -1;

    /** Returns the producer of a row if producers take turns: row i, from 0, belongs to load i modulo the loads. */
    int inTurn(long row) {
        return row % loads == load ? (int) (row / loads % producers) : NONE;
    }

    /** Returns the producer of a row if the file names producers, of which each load has a range. */
    int named(int producer) {
        int its = producer % (producers * loads);
        return its / producers == load ? its % producers : NONE;
    }
}
