package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.result.ExitCode;
import io.twohop.site.ContributedResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bench verify-result}: checks contributed results before they are published. */
@Command(
        name = "verify-result",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Checks contributed results: schema, completeness, counts against the histogram logs, secrets, names and sizes.",
            "It reads the files, runs nothing, and writes nothing.",
            "Only results of this bench: files of other tools state too little to be checked.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench verify-result results/20261128-120000-100kps-chronicle",
            "",
            "Exit codes: 0 all are sound, 2 bad input."
        })
final class VerifyResultCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories of one result each.")
    private List<Path> directories;

    @Override
    public Integer call() throws IOException {
        int exitCode = ExitCode.OK;
        for (Path directory : directories) {
            try {
                System.out.println(directory + ": sound, " + new ContributedResult(directory).check());
            } catch (ConfigException e) {
                System.err.println("bench: " + e.getMessage());
                exitCode = ExitCode.BAD_INPUT;
            }
        }
        return exitCode;
    }
}
