package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Nanos;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The limits of a workload's values, each with the error that names it. */
final class WorkloadChecks {
    private static final int MAX_ENTRIES = 100;
    private static final int MAX_CELLS = 1_000;
    private static final double MAX_PER_SECOND = 100e6;
    private static final double MAX_MESSAGES = 1e11;
    private static final int MAX_CPU = 4095;
    private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");
    private static final Pattern WORD = Pattern.compile("[\\w.$-]{1,200}");

    private WorkloadChecks() {}

    static String name(String name) {
        if (!NAME.matcher(name).matches() || name.isBlank()) {
            throw ConfigException.invalid("name", name, "a name of at most 200 characters, without a slash");
        }
        return name;
    }

    static String line(String key, String text) {
        if (!text.lines().skip(1).toList().isEmpty()) {
            throw ConfigException.invalid(key, text, "a text of one line");
        }
        return text.strip();
    }

    static String word(String key, String text) {
        if (!WORD.matcher(text).matches()) {
            throw ConfigException.invalid(key, text, "a name such as pass-through; see bench list");
        }
        return text;
    }

    static List<Rate> rates(String key, List<Rate> rates) {
        List<Rate> copy = list(key, rates, "rates");
        for (int i = 0; i < copy.size(); i++) {
            if (copy.get(i).perSecond() > MAX_PER_SECOND) {
                throw ConfigException.invalid(item(key, copy, i), copy.get(i), "a rate above 0 and at most 100M/s");
            }
        }
        return copy;
    }

    private static String item(String key, List<?> values, int index) {
        return values.size() == 1 ? key : key + "[" + index + "]";
    }

    static <T> List<T> list(String key, List<T> values, String noun) {
        if (values.size() > MAX_ENTRIES) {
            String entries = Texts.format("a list of %,d entries", values.size());
            throw ConfigException.invalid(key, entries, Texts.format("at most %d %s", MAX_ENTRIES, noun));
        }
        return List.copyOf(values);
    }

    /** Returns whole numbers from 1 on, which may be none. */
    static List<Integer> numbers(String key, List<Integer> values, int most) {
        List<Integer> copy = list(key, values, "numbers");
        for (int i = 0; i < copy.size(); i++) {
            within(item(key, copy, i), copy.get(i), 1, most);
        }
        return copy;
    }

    /** Refuses a matrix that would take too long; the error names the longest list. */
    static void cells(Workload workload) {
        long cells = 1;
        int most = 1;
        String longest = "";
        Map<String, Integer> varied = new TreeMap<>();
        Keys.MATRIX.forEach(key -> varied.put(key.name(), key.choices(workload).size()));
        List<String> factors = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : varied.entrySet()) {
            int size = entry.getValue();
            cells *= Math.max(1, size);
            if (size > 1) {
                factors.add(size + " of " + entry.getKey());
                longest = size > most ? entry.getKey() : longest;
                most = Math.max(most, size);
            }
        }
        if (cells > MAX_CELLS) {
            throw ConfigException.invalid(
                    longest,
                    Texts.format("%,d runs = %s", cells, String.join(" x ", factors)),
                    Texts.format("at most %,d runs; shorten a list", MAX_CELLS));
        }
    }

    static void messages(List<Rate> rates, Duration duration) {
        for (Rate rate : rates) {
            double messages = rate.perSecond() * (duration.toNanos() / Nanos.PER_SECOND);
            if (messages < 1) {
                String shown = Texts.format("%s at %s = no message", Quantities.text(duration), rate);
                throw ConfigException.invalid("duration", shown, "one message at least; more would tell something");
            }
            if (messages > MAX_MESSAGES) {
                String shown = Texts.format("%s at %s = %,.0f messages", Quantities.text(duration), rate, messages);
                throw ConfigException.invalid("duration", shown, Texts.format("at most %,.0f messages", MAX_MESSAGES));
            }
        }
    }

    /** Refuses an objective that the run has too few samples for. */
    static void samples(List<Rate> rates, Duration duration, Slo slo) {
        slo.latencies().forEach(limit -> samples("slo." + limit.key(), rates, duration, limit.percentile()));
    }

    /**
     * Refuses a percentile that the run has too few samples for.
     *
     * @param name of the setting that asks for it
     */
    static void samples(String name, List<Rate> rates, Duration duration, double percentile) {
        for (Rate rate : rates) {
            double samples = rate.perSecond() * (duration.toNanos() / Nanos.PER_SECOND);
            if (!Percentiles.supports(samples, percentile)) {
                String shown =
                        Texts.format("%s at %s = %,.0f samples", Quantities.text(duration), rate, Math.floor(samples));
                double needed = Percentiles.samplesNeeded(percentile);
                throw ConfigException.invalid(
                        name,
                        shown,
                        Texts.format("%,.0f samples at least: a longer duration or a lower percentile", needed));
            }
        }
    }

    static Duration within(String key, Duration value, Duration least, Duration most) {
        String expected =
                "a duration from " + Quantities.text(least) + " to " + Quantities.text(most) + ", such as 10s";
        Given.of(key, value).neededIf(true, expected);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw ConfigException.invalid(key, shown(value), expected);
        }
        return value;
    }

    static double share(String key, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw ConfigException.invalid(key, share, "a share from 0 to 1, such as 0.6");
        }
        return share;
    }

    static int within(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw ConfigException.invalid(key, value, "a whole number from " + least + " to " + most);
        }
        return value;
    }

    static List<Integer> affinity(String key, List<Integer> cpus) {
        List<Integer> copy = list(key, cpus, "CPU numbers");
        for (int i = 0; i < copy.size(); i++) {
            within(key + "[" + i + "]", copy.get(i), 0, MAX_CPU);
        }
        if (new HashSet<>(copy).size() < copy.size()) {
            throw ConfigException.invalid(key, copy, "each CPU number once");
        }
        return copy;
    }

    static long within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw ConfigException.invalid(key, value, Texts.format("a whole number from %,d to %,d", least, most));
        }
        return value;
    }

    private static String shown(Duration value) {
        boolean simple = !value.isNegative() && value.compareTo(Duration.ofDays(10_000)) < 0;
        return simple ? Quantities.text(value) : value.toString();
    }
}
