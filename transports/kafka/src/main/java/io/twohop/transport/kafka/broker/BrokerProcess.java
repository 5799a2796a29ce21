package io.twohop.transport.kafka.broker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** One broker's process, its standard input held open by this one: when this process dies, the broker does. */
final class BrokerProcess implements AutoCloseable {
    private static final long KILL_LIMIT_SECONDS = 10;
    private static final int LOG_TAIL_BYTES = 16 << 10;
    private static final int LOG_TAIL_LINES = 5;

    private final Process process;
    private final Path log;

    /**
     * @param classPath of the broker alone
     * @param jvmFlags its heap and collector
     * @param directory where its properties go
     */
    BrokerProcess(
            String classPath,
            List<String> jvmFlags,
            String clusterId,
            Map<String, String> settings,
            Path directory,
            Path log)
            throws IOException {
        this.log = log;
        Path file = directory.resolve("server-" + settings.get("node.id") + ".properties");
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", classPath, BrokerJar.MAIN_CLASS, clusterId, file.toString()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** The last lines of its log that speak of an error, or the last ones at all. */
    String lastWords() {
        try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, in.length() - LOG_TAIL_BYTES);
            byte[] bytes = new byte[(int) (in.length() - start)];
            in.seek(start);
            in.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            List<String> errors = lines.stream()
                    .filter(line -> line.contains("ERROR") || line.contains("FATAL") || line.contains("Exception"))
                    .toList();
            List<String> chosen = errors.isEmpty() ? lines : errors;
            return String.join(" | ", chosen.subList(Math.max(0, chosen.size() - LOG_TAIL_LINES), chosen.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    /** Kills it: nothing it holds is needed any more, and a cluster that is stopped in order takes ten seconds. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(KILL_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
