package io.twohop.cli;

import io.twohop.config.ConfigException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** CPU numbers in the notation of Linux: {@code 2,3} or {@code 2-3}. */
final class CpuList {
    private static final String FORM = "\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*";

    private CpuList() {}

    static boolean isOne(String text) {
        return text.matches(FORM);
    }

    /**
     * Returns the numbers in the order of the text.
     *
     * @param name the option's name, for errors
     */
    static List<Integer> parse(String name, String text) {
        if (!isOne(text)) {
            throw ConfigException.invalid(name, text, "numbers of CPUs, such as 2,3 or 2-3");
        }
        List<Integer> cpus = new ArrayList<>();
        for (String range : text.split(",")) {
            String[] ends = range.split("-");
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (last < first) {
                throw ConfigException.invalid(name, range, "a range from the lower to the higher number, such as 2-3");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        if (new HashSet<>(cpus).size() < cpus.size()) {
            throw ConfigException.invalid(name, text, "each CPU once");
        }
        return cpus;
    }
}
