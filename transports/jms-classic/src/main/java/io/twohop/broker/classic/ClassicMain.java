package io.twohop.broker.classic;

import io.twohop.programs.ParentWatch;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ConnectionInfo;
import org.apache.activemq.util.IntrospectionSupport;

/** The main class of a broker's process. The process ends with its standard input, and so with the process that started it. */
public final class ClassicMain {
    private ClassicMain() {}

    /** @param arguments the file with the broker's properties, and the file that is written once it has started */
    public static void main(String[] arguments) throws Exception {
        ParentWatch.start();
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
            properties.load(in);
        }
        String journal = properties.getProperty("journal");
        BrokerService broker = new BrokerService();
        broker.setBrokerName("twohop");
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.setPersistent(!journal.equals("none"));
        broker.setDataDirectory(properties.getProperty("data"));
        broker.setPlugins(new BrokerPlugin[] {
            next -> new OneUser(next, properties.getProperty("user"), properties.getProperty("password"))
        });
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith("server.")) {
                String setter = name.substring("server.".length());
                if (!IntrospectionSupport.setProperty(broker, setter, properties.getProperty(name))) {
                    throw new IllegalArgumentException("ERROR server." + setter + " (expected: a setter of "
                            + BrokerService.class.getName() + ")");
                }
            }
        }
        broker.addConnector("tcp://" + properties.getProperty("host") + ":" + properties.getProperty("port"));
        broker.start();
        broker.waitUntilStarted();
        Path ready = Path.of(arguments[1]);
        Path written = Files.writeString(ready.resolveSibling(ready.getFileName() + ".part"), journal);
        Files.move(written, ready, StandardCopyOption.ATOMIC_MOVE);
        // All threads of the broker are daemons until a client connects.
        broker.waitUntilStopped();
    }

    /** Lets in the run's user, who may do everything. */
    private static final class OneUser extends BrokerFilter {
        private final String user;
        private final String password;

        OneUser(Broker next, String user, String password) {
            super(next);
            this.user = user;
            this.password = password;
        }

        @Override
        public void addConnection(ConnectionContext context, ConnectionInfo info) throws Exception {
            if (!user.equals(info.getUserName()) || !password.equals(info.getPassword())) {
                // The client makes a JMSSecurityException of it.
                throw new SecurityException("User name or password is invalid.");
            }
            super.addConnection(context, info);
        }
    }
}
