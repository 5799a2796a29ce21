package io.twohop.transport.aeron.driver;

import io.aeron.CncFileDescriptor;
import io.aeron.archive.client.AeronArchive;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A media driver of the run's own, in a process of its own or embedded, with its directory. */
public final class OwnDriver implements AutoCloseable {
    /** As faults name it. */
    public static final String NAME = "driver";

    private static final int RESTRICTS_NATIVE_ACCESS = 24;
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 5;

    private final DriverDirectory directory;
    private final ServerProcess process;
    private final Drivers embedded;

    private OwnDriver(DriverDirectory directory, ServerProcess process, Drivers embedded) {
        this.directory = directory;
        this.process = process;
        this.embedded = embedded;
    }

    /**
     * Starts one on threads of this process.
     *
     * @param data the run's private directory
     */
    public static OwnDriver embedded(DriverPlan plan, Path data) throws IOException {
        DriverDirectory directory = new DriverDirectory(data);
        try {
            return new OwnDriver(directory, null, new Drivers(plan, directory.aeronDir()));
        } catch (RuntimeException e) {
            directory.close();
            throw new TransportException("driver: embedded could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Starts one in a process of its own, and returns when it serves.
     *
     * @param data the run's private directory
     * @param log where what it prints is kept
     * @throws TransportException when it cannot be started, with its own words
     */
    public static OwnDriver process(DriverPlan plan, Path data, Path log, JvmRecorder recorder)
            throws IOException, InterruptedException {
        DriverDirectory directory = new DriverDirectory(data);
        ServerProcess process = null;
        try {
            process = new ServerProcess(NAME, command(plan, directory, recorder), log);
            awaitServing(process, directory.aeronDir().resolve(CncFileDescriptor.CNC_FILE));
            return new OwnDriver(directory, process, null);
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (process != null) {
                process.close();
            }
            directory.close();
            throw e;
        }
    }

    private static List<String> command(DriverPlan plan, DriverDirectory directory, JvmRecorder recorder)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags());
        command.addAll(plan.jvm().toFlags());
        plan.properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(recorder.flags(NAME));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DriverMain.class.getName()));
        command.add(directory.path().toString());
        command.add(directory.aeronDir().toString());
        command.addAll(plan.arguments());
        return command;
    }

    /** What Aeron needs of a JVM, the driver's as well as a client's. */
    public static List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
                // Else each access to a log buffer is checked, which nobody does in production.
                "-Dagrona.disable.bounds.checks=true"));
        if (Runtime.version().feature() >= RESTRICTS_NATIVE_ACCESS) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    private static void awaitServing(ServerProcess process, Path cnc) throws InterruptedException {
        long start = System.nanoTime();
        while (!Files.exists(cnc)) {
            if (!process.isAlive()) {
                throw new TransportException("driver: process could not be started: " + process.obituary());
            }
            if (System.nanoTime() - start > START_LIMIT.toNanos()) {
                throw new TransportException("driver: process did not serve within " + START_LIMIT.toSeconds()
                        + " s; see its log, driver.log");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** A client of the archive beside such a driver. */
    public static AeronArchive.Context archiveClient() {
        return new AeronArchive.Context()
                .controlRequestChannel(Drivers.CONTROL_CHANNEL)
                .controlResponseChannel(Drivers.CONTROL_CHANNEL);
    }

    /** Its aeron.dir. */
    public Path aeronDir() {
        return directory.aeronDir();
    }

    /** Its process, for faults; empty where it is embedded. */
    public Optional<ServerProcess> process() {
        return Optional.ofNullable(process);
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        if (embedded != null) {
            embedded.close();
        }
        directory.close();
    }
}
