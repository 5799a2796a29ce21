package io.twohop.transport.jms.broker;

import io.twohop.config.Enums;
import io.twohop.machine.ThisProcess;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** A broker on this machine in a JVM of its own, with a free port and a private directory. */
public final class EmbeddedBroker implements SharedServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 10;
    private static final String READY = "ready";

    private final BrokerPlan plan;
    private final int port;
    private final ServerUser user = ServerUser.made();
    private final ServerProcess process;
    private final Journal journal;

    /**
     * Starts the broker, and waits until it serves.
     *
     * @param data private to the run; its creator deletes it after {@link #close}
     * @param logs directory of the broker's log
     * @param recorder records the broker's JVM
     * @throws TransportException if it does not start, with its own words
     */
    public EmbeddedBroker(BrokerPlan plan, Path data, Path logs, JvmRecorder recorder)
            throws IOException, InterruptedException {
        this.plan = plan;
        String name = Enums.text(plan.kind());
        String classPath = plan.kind()
                .classPath()
                .orElseThrow(() -> new TransportException("provider: " + name + " (expected: the jar jms-" + name
                        + " beside transport-jms or on the class path); add it, or use broker: external"));
        port = FreePorts.take(1).get(0);
        Path directory = Files.createDirectories(data.resolve("broker"));
        Path ready = directory.resolve(READY);
        Path file = PrivateFile.create(directory.resolve("broker.properties"), properties(directory));
        List<String> command = new ArrayList<>();
        command.add(ThisProcess.java());
        // Files that a library unpacks are deleted with the broker's data.
        command.add("-Djava.io.tmpdir=" + directory);
        command.add("-Djava.library.path=" + directory.resolve("native"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        command.addAll(plan.jvm().toFlags());
        command.addAll(recorder.flags(ServerProcess.name(1)));
        command.addAll(List.of("-cp", classPath, plan.kind().mainClass(), file.toString(), ready.toString()));
        process = new ServerProcess(ServerProcess.name(1), command, logs.resolve("broker-1.log"));
        try {
            journal = Enum.valueOf(Journal.class, awaitServing(ready).toUpperCase(Locale.ROOT));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private String properties(Path directory) throws IOException {
        Properties properties = new Properties();
        plan.server().forEach((name, value) -> properties.setProperty("server." + name, value));
        properties.setProperty("host", plan.host());
        properties.setProperty("port", Integer.toString(port));
        properties.setProperty("user", user.name());
        properties.setProperty("password", user.password());
        properties.setProperty("journal", Enums.text(plan.journal()));
        properties.setProperty("data", directory.resolve("data").toString());
        // Escapes all but ASCII, unlike a writer: the broker reads the file as ISO 8859-1.
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        properties.store(text, null);
        return text.toString(StandardCharsets.US_ASCII);
    }

    /** Waits until the broker tells what it stores messages in, which is the last that it does before it serves. */
    private String awaitServing(Path ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!Files.exists(ready)) {
            if (!process.isAlive()) {
                throw new TransportException("broker: embedded could not be started: " + process.obituary());
            }
            if (System.nanoTime() > deadline) {
                throw new TransportException("broker: embedded did not serve within " + START_LIMIT.toSeconds()
                        + " s; see its log, broker-1.log");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return Files.readString(ready);
    }

    /** URL with the broker's storage. */
    @Override
    public String address() {
        return "tcp://" + plan.host() + ":" + port + "?journal=" + Enums.text(journal);
    }

    /** URL that carries the user. */
    @Override
    public String access() {
        return user.within(address());
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of("url", "tcp://" + plan.host() + ":" + port, "user", user.name(), "password", user.password());
    }

    @Override
    public Set<String> keys() {
        return Set.of("broker", "provider", "persistent", "journal", "brokerJvm", "server");
    }

    @Override
    public List<ServerProcess> nodes() {
        return List.of(process);
    }

    /** Returns this broker as that of one run, which ends it. */
    public RunServers ofRun() {
        return new RunServers(access(), nodes());
    }

    @Override
    public void close() {
        process.close();
    }
}
