package io.twohop.external;

import io.twohop.config.ConfigException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The units of time that the user gave for files that state none: one for all, or one for each file. */
public final class FileUnits {
    private static final String OPTION = "--unit";
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final String EXPECTED = "ns, us, ms or s, for one file other.hlog=us";

    private final Map<String, Double> nanosByFile = new HashMap<>();
    private final Set<String> unused = new LinkedHashSet<>();

    /** Returns units given as {@code us}, or as {@code FILE=us}. */
    public static FileUnits of(List<String> given) {
        FileUnits units = new FileUnits();
        for (String text : given) {
            int equals = text.lastIndexOf('=');
            Double nanos = NANOS.get(text.substring(equals + 1));
            String file = text.substring(0, Math.max(0, equals));
            if (nanos == null || equals == 0) {
                throw ConfigException.invalid(OPTION, text, EXPECTED);
            }
            if (units.nanosByFile.put(file, nanos) != null) {
                throw ConfigException.invalid(OPTION, text, "one unit for each file");
            }
            units.unused.add(file);
        }
        return units;
    }

    /**
     * Returns the nanoseconds of one unit of a file that states none.
     *
     * @throws ConfigException if the user gave none
     */
    double nanosOf(Path file) {
        String name = file.toString();
        String given = nanosByFile.containsKey(name) ? name : "";
        if (!nanosByFile.containsKey(given)) {
            throw ConfigException.invalid(
                    OPTION, null, "the unit of the values in " + file + ", which the file does not state: " + EXPECTED);
        }
        unused.remove(given);
        return nanosByFile.get(given);
    }

    /**
     * Checks that each unit was needed.
     *
     * @throws ConfigException if one was given for a file that states its own, or that is not read
     */
    public void refuseUnused() {
        for (String file : unused) {
            String shown = file.isEmpty() ? "for all files" : "for " + file;
            throw ConfigException.invalid(
                    OPTION, shown, "a file that states no unit: an HdrHistogram log, or a percentile text");
        }
    }
}
