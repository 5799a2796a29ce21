package io.twohop.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.cli.matrix.MatrixFiles;
import io.twohop.config.ConfigException;
import io.twohop.registry.TransportFiles;
import io.twohop.result.ExitCode;
import io.twohop.site.ResultRepository;
import io.twohop.site.ShippedFiles;
import io.twohop.site.Site;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench site}: adds results to a static site. */
@Command(
        name = "site",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Adds results to a static site: trends of each scenario, comparisons, and what each result takes to repeat.",
            "Results that the site has already are passed over. A site needs no server: open its index.html.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench site public results/*",
            "  bench site public results/* omb-results/*.json",
            "  bench site public results --title 'Order path' --annotations annotations.yaml",
            "  bench site --init our-results     a repository of contributed results, with its workflow",
            "",
            "Exit codes: 0 written, 2 bad input."
        })
final class SiteCommand implements Callable<Integer> {
    private static final String ENDING = ".yaml";

    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the site; created if it is missing.")
    private Path directory;

    @Parameters(
            index = "1..*",
            paramLabel = "RESULT",
            description = {
                "Directories of results, or directories with such ones, searched recursively;",
                "and result files of OpenMessaging Benchmark, which stand apart, without verdict and place."
            })
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--title", paramLabel = "<text>", description = "Title of the site; later builds keep it.")
    private Optional<String> title;

    @Option(
            names = "--annotations",
            paramLabel = "<file>",
            description = "Known changes, such as a new kernel, for the trends; later builds keep them.")
    private Optional<Path> annotations;

    @Option(
            names = "--reports",
            description =
                    "Copies the report.html of each added result. Only for results of your own: a report runs scripts.")
    private boolean reports;

    @Option(
            names = "--with-personal-data",
            description = "Keeps directories, addresses and users, which are left out otherwise.")
    private boolean personalData;

    @Option(
            names = "--init",
            description =
                    "Makes DIR a repository of contributed results, with a workflow that checks and publishes them.")
    private boolean init;

    @Override
    public Integer call() throws IOException {
        if (init) {
            if (!paths.isEmpty() || title.isPresent() || annotations.isPresent() || reports || personalData) {
                throw ConfigException.invalid("--init", directory, "no other option and no results beside it");
            }
            ResultRepository.create(directory).forEach(System.out::println);
            return ExitCode.OK;
        }
        if (paths.isEmpty()) {
            throw ConfigException.invalid("RESULT", "", "at least one result's directory, or a directory of such");
        }
        Site site = new Site(directory, new Site.Options(title, annotations, reports, personalData), shipped());
        Site.Built built = site.build(MatrixFiles.withResults(paths));
        built.passedOver().forEach(reason -> System.err.println("bench: passed over " + reason));
        System.out.printf(
                "%s: %,d results of %,d scenarios, %,d of them new%s%s%n",
                directory.resolve("index.html"),
                built.results(),
                built.scenarios(),
                built.added(),
                built.known() > 0 ? ", " + built.known() + " known before" : "",
                built.ofOtherTools() > 0 ? "; " + built.ofOtherTools() + " of other tools beside them" : "");
        return ExitCode.OK;
    }

    /** Reads the files that modules carry, each once. */
    private static ShippedFiles shipped() {
        Map<String, TransportProvider<?>> carried = TransportFiles.carried();
        Map<String, Optional<JsonNode>> read = new ConcurrentHashMap<>();
        return name -> read.computeIfAbsent(
                name,
                added -> Optional.ofNullable(carried.get(name + ENDING))
                        .map(provider ->
                                TransportFiles.read(provider, name + ENDING).toTree()));
    }
}
