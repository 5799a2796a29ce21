package io.twohop.transport.kafka.broker;

import io.twohop.machine.ThisProcess;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Starts a broker in a JVM of its own. */
final class BrokerProcess {
    private BrokerProcess() {}

    /**
     * @param classPath of the broker alone
     * @param jvmFlags the broker's heap and collector
     * @param directory receives the broker's properties
     */
    static ServerProcess start(
            String classPath,
            List<String> jvmFlags,
            String clusterId,
            Map<String, String> settings,
            Path directory,
            Path log)
            throws IOException {
        Path file = directory.resolve("server-" + settings.get("node.id") + ".properties");
        Properties properties = new Properties();
        properties.putAll(settings);
        // Escapes all but ASCII, unlike a writer: the broker reads the file as ISO 8859-1.
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        properties.store(text, null);
        PrivateFile.create(file, text.toString(StandardCharsets.US_ASCII));
        List<String> command = new ArrayList<>();
        command.add(ThisProcess.java());
        // Files that a library unpacks are deleted with the broker's data.
        command.add("-Djava.io.tmpdir=" + directory);
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", classPath, BrokerJar.MAIN_CLASS, clusterId, file.toString()));
        return new ServerProcess(ServerProcess.name(Integer.parseInt(settings.get("node.id"))), command, log);
    }
}
