package io.twohop.broker.artemis;

import io.twohop.programs.ParentWatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.Set;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.io.aio.AIOSequentialFileFactory;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

/** The main class of a broker's process. The process ends with its standard input, and so with the process that started it. */
public final class ArtemisMain {
    private static final String NATIVE = "/lib/linux-x86_64/libartemis-native-64.so";

    private ArtemisMain() {}

    /** @param arguments the file with the broker's properties, and the file that is written once it has started */
    public static void main(String[] arguments) throws Exception {
        ParentWatch.start();
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
            properties.load(in);
        }
        String journal = properties.getProperty("journal");
        if (journal.equals("asyncio")) {
            unpackNative(Path.of(System.getProperty("java.library.path")));
        }
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ()
                .setConfiguration(configuration(properties, journal))
                .setSecurityManager(new OneUser(properties.getProperty("user"), properties.getProperty("password")));
        broker.start();
        boolean isAio = broker.getActiveMQServer().getStorageManager().getJournalSequentialFileFactory()
                instanceof AIOSequentialFileFactory;
        String actual = journal.equals("none") ? journal : isAio ? "asyncio" : "nio";
        Path ready = Path.of(arguments[1]);
        Path written = Files.writeString(ready.resolveSibling(ready.getFileName() + ".part"), actual);
        Files.move(written, ready, StandardCopyOption.ATOMIC_MOVE);
    }

    private static ConfigurationImpl configuration(Properties properties, String journal) throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        Path data = Path.of(properties.getProperty("data"));
        configuration
                .setName("twohop")
                .setJMXManagementEnabled(false)
                .setPersistenceEnabled(!journal.equals("none"))
                .setJournalDirectory(data.resolve("journal").toString())
                .setBindingsDirectory(data.resolve("bindings").toString())
                .setPagingDirectory(data.resolve("paging").toString())
                .setLargeMessagesDirectory(data.resolve("large").toString())
                // A disk that is nearly full for other reasons would block producers without an end.
                .setMaxDiskUsage(-1);
        configuration.setJournalType(journal.equals("asyncio") ? JournalType.ASYNCIO : JournalType.NIO);
        configuration.addAcceptorConfiguration(
                "client",
                "tcp://" + properties.getProperty("host") + ":" + properties.getProperty("port") + "?protocols=CORE");
        Properties further = new Properties();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("server."))
                .forEach(name -> further.setProperty(name.substring("server.".length()), properties.getProperty(name)));
        if (!further.isEmpty()) {
            configuration.parsePrefixedProperties(further, null);
            if (!configuration.getStatus().contains("\"errors\":[]")
                    && configuration.getStatus().contains("errors")) {
                throw new IllegalArgumentException("ERROR server: " + configuration.getStatus());
            }
        }
        return configuration;
    }

    /** The broker looks for its native library on the library path only, and would fall back to NIO. */
    private static void unpackNative(Path directory) throws IOException {
        try (InputStream in = AIOSequentialFileFactory.class.getResourceAsStream(NATIVE)) {
            if (in != null && System.getProperty("os.arch").equals("amd64")) {
                Files.createDirectories(directory);
                Files.copy(in, directory.resolve(Path.of(NATIVE).getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Lets in the run's user, who may do everything. */
    private record OneUser(String user, String password) implements ActiveMQSecurityManager {
        @Override
        public boolean validateUser(String name, String given) {
            return user.equals(name) && password.equals(given);
        }

        @Override
        public boolean validateUserAndRole(String name, String given, Set<Role> roles, CheckType check) {
            return validateUser(name, given);
        }
    }
}
