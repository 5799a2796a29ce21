import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

/** A broker of another team, which speaks TLS only; GET / lists its queues. */
public class Artemis {
    /** @param arguments port, port of the list, directory, and password of the user bench and of keystore.p12 in the directory */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[2]);
        String password = arguments[3];
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration
                .setName("warehouse")
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .setMaxDiskUsage(-1);
        configuration.addAcceptorConfiguration(
                "tls",
                "tcp://127.0.0.1:" + arguments[0] + "?protocols=CORE&sslEnabled=true&keyStoreType=PKCS12&keyStorePath="
                        + directory.resolve("keystore.p12") + "&keyStorePassword=" + password);
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ()
                .setConfiguration(configuration)
                .setSecurityManager(new Bench(password));
        broker.start();
        if (broker.getActiveMQServer().getActiveMQServerControl().getQueueNames().length == 0) {
            broker.getActiveMQServer()
                    .getActiveMQServerControl()
                    .createQueue("{\"name\": \"orders\", \"routing-type\": \"ANYCAST\", \"durable\": true}");
        }
        HttpServer list = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])), 0);
        list.createContext("/", exchange -> {
            String names =
                    String.join("\n", broker.getActiveMQServer().getActiveMQServerControl().getQueueNames());
            byte[] text = names.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        list.start();
    }

    private record Bench(String password) implements ActiveMQSecurityManager {
        @Override
        public boolean validateUser(String name, String given) {
            return "bench".equals(name) && password.equals(given);
        }

        @Override
        public boolean validateUserAndRole(String name, String given, Set<Role> roles, CheckType check) {
            return validateUser(name, given);
        }
    }
}
