package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.external.ExternalFiles;
import io.twohop.external.ExternalResult;
import io.twohop.external.FileUnits;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Files of other tools among a command's arguments, and the option for those that state no unit. */
final class ExternalInputs {
    private static final String OWN_JMH = "jmh.json";

    @Option(
            names = "--unit",
            paramLabel = "<unit>",
            split = ",",
            description = {
                "Unit of times in HdrHistogram logs and percentile texts, which do not state it: ns, us, ms or s;",
                "for one of several files: other.hlog=us."
            })
    private List<String> units = new ArrayList<>();

    /**
     * Reads the files of other tools.
     *
     * @param names as the user gave them
     * @return a result for each name; empty for one that is no such file
     * @throws ConfigException for such a file that cannot be read, and for a unit that none of the files needs
     */
    List<Optional<ExternalResult>> read(List<String> names) throws IOException {
        FileUnits given = FileUnits.of(units);
        List<Optional<ExternalResult>> results = new ArrayList<>();
        for (String name : names) {
            results.add(read(name, given));
        }
        given.refuseUnused();
        return results;
    }

    private static Optional<ExternalResult> read(String name, FileUnits units) throws IOException {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            // A pattern, on Windows.
            return Optional.empty();
        }
        Path directory = path.toAbsolutePath().getParent();
        if (path.endsWith(OWN_JMH) && directory != null && StoredResult.isIn(directory)) {
            throw ConfigException.invalid(
                    "result", name, "the directory of that result, which has its verdict and trust");
        }
        return ExternalFiles.read(name, path, units);
    }
}
