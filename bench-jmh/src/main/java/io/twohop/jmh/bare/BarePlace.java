package io.twohop.jmh.bare;

import io.twohop.TransportServer;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.aeron.driver.DriverIdle;
import io.twohop.transport.aeron.driver.DriverPlan;
import io.twohop.transport.aeron.driver.OwnDriver;
import io.twohop.transport.aeron.driver.Threading;
import io.twohop.workload.JvmOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Holds what a bare client connects to: an empty directory, or a server in a process of its own, set up as for a run of TwoHop.
 *
 * @param properties the {@link #PATH} of a directory; of a server, the properties of its client
 */
record BarePlace(Properties properties, AutoCloseable end) implements AutoCloseable {
    static final String PATH = "path";

    /** @param directory parent of the files; a server has places of its own */
    static BarePlace open(String file, Path directory) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(directory, "bare-");
        return switch (file) {
            case "chronicle", "tcp" -> of(Map.of(PATH, own.toString()), () -> delete(own.toFile()));
            case "aeron-ipc" -> {
                OwnDriver driver = OwnDriver.process(plan(), own, own.resolve("driver.log"), JvmRecorder.NONE);
                yield of(Map.of(PATH, driver.aeronDir().toString()), () -> {
                    driver.close();
                    delete(own.toFile());
                });
            }
            default -> {
                delete(own.toFile());
                TransportServer server = TransportServer.start(file + ".yaml");
                yield of(server.clientProperties(), server);
            }
        };
    }

    private static BarePlace of(Map<String, String> properties, AutoCloseable end) {
        Properties all = new Properties();
        all.putAll(properties);
        return new BarePlace(all, end);
    }

    /** Returns the plan of a driver beside one thread that moves the messages itself. */
    private static DriverPlan plan() {
        JvmOptions jvm = new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of());
        return new DriverPlan(Threading.AUTO, DriverIdle.AUTO, false, 0, Optional.empty(), jvm, Map.of());
    }

    private static void delete(File file) throws IOException {
        File[] children = file.listFiles();
        for (File child : children == null ? new File[0] : children) {
            delete(child);
        }
        Files.delete(file.toPath());
    }

    @Override
    public void close() throws Exception {
        end.close();
    }
}
