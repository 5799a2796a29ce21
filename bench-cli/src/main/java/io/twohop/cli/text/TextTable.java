package io.twohop.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns that are two spaces apart. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    private record Column(boolean isRight, int least) {}

    /** Adds a left-aligned column. */
    public TextTable left(int least) {
        columns.add(new Column(false, least));
        return this;
    }

    /** Adds a right-aligned column. */
    public TextTable right(int least) {
        columns.add(new Column(true, least));
        return this;
    }

    /** Adds a row; missing cells at its end stay empty. */
    public void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    public void print(String indentation, PrintStream out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(width(i) - row.get(i).length());
                line.append(i == 0 ? indentation : GAP);
                line.append(columns.get(i).isRight ? padding + row.get(i) : row.get(i) + padding);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column < row.size())
                .mapToInt(row -> row.get(column).length())
                .reduce(columns.get(column).least, Math::max);
    }
}
