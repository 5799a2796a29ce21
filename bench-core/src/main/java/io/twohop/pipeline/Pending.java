package io.twohop.pipeline;

/** Rows of numbers that a task records later, when no message waits for it. One thread. */
final class Pending {
    /** Rows that a burst fills before they have to be recorded: few, so that they stay in the first cache. */
    private static final int MOST = 64;

    private final long[] numbers;
    private final int fields;
    private int used;

    /** @param fields numbers in a row */
    Pending(int fields) {
        this.fields = fields;
        this.numbers = new long[fields * MOST];
    }

    long[] numbers() {
        return numbers;
    }

    /** Returns the index of a new row's first number. */
    int add() {
        int at = used;
        used = at + fields;
        return at;
    }

    /** Returns whether the rows have to be recorded before the next one. */
    boolean isFull() {
        return used == numbers.length;
    }

    /** Removes all rows; returns the index behind them. They stay readable until the next one is added. */
    int clear() {
        int end = used;
        used = 0;
        return end;
    }
}
