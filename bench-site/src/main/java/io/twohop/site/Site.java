package io.twohop.site;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.config.WholeFile;
import io.twohop.report.Report;
import io.twohop.store.ResultDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A static site of many results, in a directory. Results are added to those that are there already. */
public final class Site {
    private static final Pattern PAGE = Pattern.compile("page-[0-9a-f]{12}\\.(?:js|css)");

    private final Path directory;
    private final Options options;
    private final ShippedFiles shipped;

    /**
     * The options of a build.
     *
     * @param title of the site; empty to keep it
     * @param annotations file of known changes; empty to keep those of the site
     * @param copiesReports whether the reports of added results become part of the site
     * @param hasPersonalData whether paths, addresses and users stay in texts
     */
    public record Options(
            Optional<String> title, Optional<Path> annotations, boolean copiesReports, boolean hasPersonalData) {}

    /**
     * The outcome of a build.
     *
     * @param added results that are new
     * @param known results that the site had already
     * @param ofOtherTools results of other tools, which the site has beside them
     * @param passedOver directories without a readable result, with the reason
     * @param results of the site
     * @param scenarios of the site
     */
    public record Built(int added, int known, int ofOtherTools, List<String> passedOver, int results, int scenarios) {}

    /**
     * Creates a site.
     *
     * @param directory of the site; created if it is missing
     * @param shipped the files that tell tuned configurations from defaults
     */
    public Site(Path directory, Options options, ShippedFiles shipped) {
        this.directory = directory;
        this.options = options;
        this.shipped = shipped;
    }

    /**
     * Adds results and writes what changes. Whatever interrupts it, the site stays as it was or is complete: the manifest comes last.
     *
     * @param paths directories of results, or directories with such ones at any depth; files are results of OpenMessaging Benchmark
     * @throws ConfigException for a directory with other content, a named result or file that cannot be read, and a result that differs
     *     from the one of the same ID in the site, and while another build writes the site
     */
    public Built build(List<Path> paths) throws IOException {
        Optional<Annotations> annotations = options.annotations().map(Annotations::read);
        check();
        BuildLock lock = BuildLock.of(directory);
        try {
            return add(paths, annotations);
        } finally {
            lock.close();
        }
    }

    private Built add(List<Path> paths, Optional<Annotations> annotations) throws IOException {
        Scripts scripts = new Scripts(directory.resolve("data"));
        Content content = Content.read(scripts, options.hasPersonalData());
        ResultDirectories found = ResultDirectories.under(
                paths.stream().filter(path -> !Files.isRegularFile(path)).toList());
        content.otherTools().add(paths.stream().filter(Files::isRegularFile).toList());
        List<String> passedOver = Collections.synchronizedList(new ArrayList<>(found.passedOver()));
        Map<String, Path> directories = new ConcurrentHashMap<>();
        List<Named> all = new ArrayList<>();
        found.named().forEach(path -> all.add(new Named(path, true)));
        found.found().forEach(path -> all.add(new Named(path, false)));
        Reduction reduction = new Reduction(shipped, new Privacy(options.hasPersonalData()));
        List<Entry> entries = all.parallelStream()
                .flatMap(named -> read(named, reduction, directories, passedOver).stream())
                .toList();
        if (entries.isEmpty() && content.isEmpty()) {
            throw ConfigException.invalid(
                    "RESULT",
                    paths.isEmpty() ? "" : paths.get(0),
                    "at least one result's directory, with a result.json"
                            + passedOver.stream().findFirst().map("; "::concat).orElse(""));
        }
        Collections.sort(passedOver);
        Files.createDirectories(directory.resolve("data"));
        int added = content.add(entries, reduction.scenarios());
        copyReports(entries, directories);
        Content.Written written = content.write(options.title(), annotations.map(Annotations::toTree));
        writePage();
        scripts.replace("manifest", written.manifest());
        content.removeStale(written);
        removeStalePages();
        return new Built(
                added,
                entries.size() - added,
                content.otherTools().size(),
                List.copyOf(passedOver),
                written.manifest().path("results").asInt(),
                written.manifest().path("scenarios").asInt());
    }

    /** @param isNamed whether the user named it, and not a directory above it */
    private record Named(Path path, boolean isNamed) {}

    private Optional<Entry> read(
            Named named, Reduction reduction, Map<String, Path> directories, List<String> passedOver) {
        try {
            boolean isReported =
                    options.copiesReports() && Files.isRegularFile(named.path().resolve(Report.NAME));
            Entry entry = reduction.read(named.path(), isReported);
            if (isReported) {
                directories.putIfAbsent(entry.id(), named.path());
            }
            return Optional.of(entry);
        } catch (ConfigException e) {
            if (named.isNamed()) {
                throw e;
            }
            passedOver.add(named.path() + ": " + e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(named.path() + ": " + Texts.reason(e), e);
        }
    }

    private void check() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw ConfigException.invalid("DIR", directory, "a directory for the site; this is a file");
        }
        try (Stream<Path> inside = Files.list(directory)) {
            List<String> names =
                    inside.map(file -> file.getFileName().toString()).toList();
            // Another build may have begun the site.
            boolean isForeign = !names.isEmpty() && !names.contains(BuildLock.NAME);
            if (isForeign && !new Scripts(directory.resolve("data")).has("manifest")) {
                throw ConfigException.invalid(
                        "DIR",
                        directory,
                        "an empty or new directory, or a site of bench site; this one has other files");
            }
        }
    }

    private void copyReports(List<Entry> entries, Map<String, Path> directories) throws IOException {
        for (Entry entry : entries) {
            Path from = directories.get(entry.id());
            if (from != null) {
                Path reports = Files.createDirectories(directory.resolve("reports"));
                Path to = reports.resolve(entry.id() + ".html");
                if (!Files.exists(to)) {
                    Path partial = to.resolveSibling(to.getFileName() + ".partial");
                    Files.copy(from.resolve(Report.NAME), partial, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(partial, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private void writePage() throws IOException {
        for (Map.Entry<String, String> file : PageFiles.all().entrySet()) {
            WholeFile.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    private void removeStalePages() throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            for (Path file : inside.toList()) {
                String name = file.getFileName().toString();
                if (PAGE.matcher(name).matches() && !PageFiles.all().containsKey(name)) {
                    Files.delete(file);
                }
            }
        }
    }
}
