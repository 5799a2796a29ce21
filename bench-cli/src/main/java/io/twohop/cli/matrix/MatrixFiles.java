package io.twohop.cli.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.WholeFile;
import io.twohop.launch.RunNames;
import io.twohop.store.OutputDirectory;
import io.twohop.store.ResultFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a matrix. {@code summary.csv} is rewritten after each run, so {@link #resume} finds the finished runs however the
 * invocation ended. As for a result, the directory's name tells whether it is complete.
 */
public final class MatrixFiles implements AutoCloseable {
    private static final String PLAN = "plan.json";
    private static final String SUMMARY = "summary.csv";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final CsvMapper CSV = CsvMapper.csvBuilder()
            .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .build();
    private static final CsvSchema SCHEMA = CsvSchema.builder()
            .addColumns(
                    MatrixColumns.ALL.stream().map(MatrixColumns.Column::name).toList(), CsvSchema.ColumnType.STRING)
            .setUseHeader(true)
            // A file of an earlier version has fewer columns.
            .setReorderColumns(true)
            .build();

    private final OutputDirectory directory;
    private final Path partial;
    private final FileChannel plan;
    private final List<MatrixRow> rows;

    private MatrixFiles(OutputDirectory directory, FileChannel plan, List<MatrixRow> rows) {
        this.directory = directory;
        this.partial = directory.partial();
        this.plan = plan;
        this.rows = new ArrayList<>(rows);
    }

    /**
     * Creates the directory of a matrix without rows.
     *
     * @throws ConfigException if the directory of results cannot be written to, or its disk is almost full
     */
    public static MatrixFiles begin(Path results, MatrixPlan plan) throws IOException {
        ResultFiles.prepare(results);
        String name = RunNames.matrixName(LocalDateTime.now(), plan.workload());
        OutputDirectory directory = OutputDirectory.create(results, name);
        // Locked before there is a plan: a process that finds the plan finds the lock as well.
        FileChannel file = locked(directory.partial(), StandardOpenOption.CREATE_NEW);
        ByteBuffer text = ByteBuffer.wrap(JSON.writeValueAsBytes(plan.tree()));
        while (text.hasRemaining()) {
            file.write(text);
        }
        return new MatrixFiles(directory, file, List.of());
    }

    /**
     * Reopens the newest unfinished matrix of the same plan.
     *
     * @throws ConfigException if no unfinished matrix has this plan; the message names the keys in which the newest one differs
     */
    public static MatrixFiles resume(Path results, MatrixPlan plan) throws IOException {
        ResultFiles.prepare(results);
        List<Path> unfinished = unfinished(results, plan.workload());
        String differs = "";
        for (Path directory : unfinished) {
            Optional<JsonNode> other = planOf(directory);
            if (other.isPresent() && plan.tree().equals(other.get())) {
                return reopened(directory);
            }
            if (other.isPresent() && differs.isEmpty()) {
                differs = "; " + directory.getFileName() + " differs in "
                        + String.join(", ", plan.differences(other.get()));
            }
        }
        throw ConfigException.invalid(
                "--resume",
                "nothing to resume in " + results,
                "an unfinished invocation of this workload, these transports and these settings; without --resume, all runs"
                        + " are measured again" + differs);
    }

    private static MatrixFiles reopened(Path directory) throws IOException {
        OutputDirectory output = OutputDirectory.of(directory);
        try {
            if (!directory.equals(output.partial())) {
                Files.move(directory, output.partial());
            }
        } catch (NoSuchFileException | FileAlreadyExistsException e) {
            // Another call has just resumed it, and holds its lock.
        }
        return new MatrixFiles(output, locked(output.partial()), rows(output.partial()));
    }

    /** Locks the matrix for this process. The locked byte lies far behind the plan, so others can still read the plan. */
    private static FileChannel locked(Path directory, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(directory.resolve(PLAN), all);
        try {
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another call in this JVM has it.
        }
        channel.close();
        throw ConfigException.invalid("--resume", directory, "a call that has ended, but this one is still running");
    }

    /** Newest first: names begin with the time. */
    private static List<Path> unfinished(Path results, String workload) throws IOException {
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        Pattern name = Pattern.compile(".*" + Pattern.quote(RunNames.matrixSuffix(workload)) + "(-\\d+)?("
                + Pattern.quote(OutputDirectory.PARTIAL) + "|" + OutputDirectory.INCOMPLETE + ")");
        try (Stream<Path> all = Files.list(results)) {
            return all.filter(
                            path -> name.matcher(path.getFileName().toString()).matches())
                    .sorted(Comparator.<Path>naturalOrder().reversed())
                    .toList();
        }
    }

    private static Optional<JsonNode> planOf(Path directory) throws IOException {
        Path file = directory.resolve(PLAN);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = LimitedFile.document(file)) {
            return Optional.of(JSON.readTree(in));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a directory is that of a matrix. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(PLAN));
    }

    /** Returns the existing directories of the runs' results, in the order of the runs. */
    public static List<Path> results(Path directory) throws IOException {
        return rows(directory).stream()
                .flatMap(row -> row.result().stream())
                .map(directory::resolveSibling)
                .filter(Files::isDirectory)
                .toList();
    }

    /** Returns the paths with each directory of a matrix replaced by those of its results. */
    public static List<Path> withResults(List<Path> paths) throws IOException {
        List<Path> results = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path) && isIn(path)) {
                results.addAll(results(path));
            } else {
                results.add(path);
            }
        }
        return results;
    }

    private static List<MatrixRow> rows(Path directory) throws IOException {
        Path file = directory.resolve(SUMMARY);
        if (!Files.exists(file)) {
            return List.of();
        }
        try (InputStream in = LimitedFile.table(file);
                MappingIterator<Map<String, String>> rows =
                        CSV.readerForMapOf(String.class).with(SCHEMA).readValues(in)) {
            return rows.readAll().stream().map(MatrixRow::new).toList();
        } catch (JsonProcessingException e) {
            throw ConfigException.invalid("matrix", file, "a file as the bench wrote it; " + e.getOriginalMessage());
        }
    }

    /** Returns a copy of the rows so far, in order. */
    public List<MatrixRow> rows() {
        return List.copyOf(rows);
    }

    /** Replaces all rows. */
    public void write(List<MatrixRow> all) throws IOException {
        rows.clear();
        rows.addAll(all);
        WholeFile.write(
                partial.resolve(SUMMARY),
                file -> CSV.writer(SCHEMA)
                        .writeValues(file)
                        .writeAll(rows.stream().map(MatrixRow::values).toList())
                        .close());
    }

    /**
     * Gives the directory its final name and returns it.
     *
     * @param complete whether every run has a complete result
     */
    public Path finish(boolean complete) throws IOException {
        close();
        return directory.finish(complete);
    }

    /** Returns whether a row's result exists and is complete. */
    public boolean isMeasured(MatrixRow row) {
        return row.result()
                .filter(name -> !name.endsWith(OutputDirectory.INCOMPLETE))
                .filter(name -> Files.isDirectory(partial.resolveSibling(name)))
                .isPresent();
    }

    /** Releases the lock, so another process can resume the matrix. */
    @Override
    public void close() throws IOException {
        plan.close();
    }
}
