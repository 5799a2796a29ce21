package io.twohop.config;

import org.yaml.snakeyaml.error.Mark;

/** Position of a value: a place in a file, counted from 1; line 0 for a source without lines. */
record Position(String source, int line, int column) {
    static Position of(String source) {
        return new Position(source, 0, 0);
    }

    static Position of(String source, Mark mark) {
        return new Position(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    boolean hasLine() {
        return line > 0;
    }

    @Override
    public String toString() {
        return hasLine() ? source + ":" + line + ":" + column : source;
    }
}
