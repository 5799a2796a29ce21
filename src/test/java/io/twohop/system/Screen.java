package io.twohop.system;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A terminal's view of its input: text after a carriage return overwrites the line. */
final class Screen {
    private static final Pattern COLOUR = Pattern.compile("\033\\[[\\d;]*m");

    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    private final List<String> overwritten = new ArrayList<>();
    private int column;

    private Screen() {}

    static Screen of(String text) {
        Screen screen = new Screen();
        COLOUR.matcher(text).replaceAll("").chars().forEach(each -> screen.put((char) each));
        return screen;
    }

    private StringBuilder last() {
        return lines.get(lines.size() - 1);
    }

    private void put(char each) {
        if (each == '\n') {
            lines.add(new StringBuilder());
            column = 0;
        } else if (each == '\r') {
            overwritten.add(last().toString().stripTrailing());
            column = 0;
        } else {
            last().replace(column, Math.min(column + 1, last().length()), String.valueOf(each));
            column++;
        }
    }

    /** Returns the lines on the screen at the end. */
    List<String> lines() {
        return lines.stream().map(line -> line.toString().stripTrailing()).collect(Collectors.toList());
    }

    /** Each line as it stood when the cursor went back to its begin. */
    List<String> overwritten() {
        return overwritten;
    }
}
