package io.twohop.transport.aeron.driver;

import io.aeron.CncFileDescriptor;
import io.aeron.archive.client.AeronArchive;
import io.twohop.machine.ThisProcess;
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

/** A media driver that the run starts, embedded or in its own process, with its directory. */
public final class OwnDriver implements AutoCloseable {
    /** The name of the driver in faults. */
    public static final String NAME = "driver";

    private static final int RESTRICTS_NATIVE_ACCESS = 24;
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 5;

    private final DriverDirectory directory;
    private final Optional<ServerProcess> process;
    private final Runnable ending;

    private OwnDriver(DriverDirectory directory, Optional<ServerProcess> process, Runnable ending) {
        this.directory = directory;
        this.process = process;
        this.ending = ending;
    }

    /**
     * Starts a driver on threads of this process.
     *
     * @param data the run's private directory
     */
    public static OwnDriver embedded(DriverPlan plan, Path data) throws IOException {
        DriverDirectory directory = new DriverDirectory(data);
        try {
            Drivers drivers = new Drivers(plan, directory.aeronDir());
            return new OwnDriver(directory, Optional.empty(), drivers::close);
        } catch (RuntimeException e) {
            directory.close();
            throw new TransportException("driver: embedded could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Starts a driver in its own process, and waits until it serves.
     *
     * @param data the run's private directory
     * @param log receives the process's output
     * @throws TransportException if it does not start, with its own words
     */
    public static OwnDriver process(DriverPlan plan, Path data, Path log, JvmRecorder recorder)
            throws IOException, InterruptedException {
        DriverDirectory directory = new DriverDirectory(data);
        ServerProcess process = null;
        try {
            process = new ServerProcess(NAME, command(plan, directory, recorder), log);
            awaitServing(process, directory.aeronDir().resolve(CncFileDescriptor.CNC_FILE));
            return new OwnDriver(directory, Optional.of(process), process::close);
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
        command.add(ThisProcess.java());
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

    /** JVM options that Aeron's driver and clients need. */
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

    public static AeronArchive.Context archiveClient() {
        return new AeronArchive.Context()
                .controlRequestChannel(Drivers.CONTROL_CHANNEL)
                .controlResponseChannel(Drivers.CONTROL_CHANNEL);
    }

    public Path aeronDir() {
        return directory.aeronDir();
    }

    /** The driver's process, for faults; empty for an embedded driver. */
    public Optional<ServerProcess> process() {
        return process;
    }

    @Override
    public void close() {
        ending.run();
        directory.close();
    }
}
