package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.kit.FreePorts;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Providers of a user's own: what they lack, refuse and leave behind. */
@Timeout(60)
class JmsProvidersTest {
    @TempDir
    Path directory;

    private static JmsConfig config(String yaml) {
        return YamlDocument.parse("test.yaml", yaml).bind(JmsConfig.class);
    }

    private Transport open(String yaml, int subscribers) throws Exception {
        RunContext context = new RunContext(
                "providers-1",
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, 100, 100),
                new RunContext.Channels(2, 1, 1, subscribers, RunContext.Parts.NONE));
        JmsConfig config = config(yaml);
        new JmsProvider().check(config, context);
        return new JmsProvider().open(config, context);
    }

    @Test
    void shouldSayWhatClassicLacksAndDoWithout() throws Exception {
        try (Transport transport = open(SharedBrokers.external(BrokerKind.CLASSIC, ""), 2)) {
            assertThat(transport.incidents())
                    .extracting(finding -> finding.text())
                    .anyMatch(text -> text.contains("CompletionListener"))
                    .anyMatch(text -> text.contains("createSharedConsumer"));
            assertThat(transport.consumersPerHop()).isEqualTo(1);
        }
        try (Transport transport = open(SharedBrokers.external(BrokerKind.ARTEMIS, "") + "consumers: 2", 2)) {
            assertThat(transport.incidents()).isEmpty();
            assertThat(transport.consumersPerHop()).isEqualTo(2);
        }
    }

    /** A message left in the queue would be there again in a queue that was not deleted. */
    @ParameterizedTest
    @EnumSource(BrokerKind.class)
    void shouldDeleteAQueueWithItsMessages(BrokerKind kind) throws Exception {
        JmsConfig config = config(SharedBrokers.external(kind, ""));
        String name = "twohop.left-behind";
        Connection connection = new Connector(config, null, new JmsIncidents(new Notices())).connect();
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                JmsSweeper sweeper = JmsTransport.sweeper(config)) {
            session.createProducer(session.createQueue(name)).send(session.createBytesMessage());
            Creation queue = sweeper.creation(JmsSweeper.QUEUE, name);

            assertThat(sweeper.delete(List.of(queue))).isEmpty();

            Message left = session.createConsumer(session.createQueue(name)).receive(200);
            assertThat(left).isNull();
            assertThat(sweeper.delete(List.of(sweeper.creation(JmsSweeper.QUEUE, "twohop.never-made"))))
                    .as("counts as deleted")
                    .isEmpty();
        } finally {
            Connector.close(connection);
        }
    }

    @ParameterizedTest
    @EnumSource(BrokerKind.class)
    void shouldRefuseAWrongPasswordWithoutRepeatingIt(BrokerKind kind) {
        assertThatThrownBy(() -> open(SharedBrokers.stranger(kind, "") + "user: twohop\npassword: not-this-one", 1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("user and password")
                .hasMessageNotContaining("not-this-one");
    }

    @ParameterizedTest
    @EnumSource(BrokerKind.class)
    @Timeout(15)
    void shouldSayWithinSecondsThatNoServerAnswers(BrokerKind kind) throws Exception {
        int port = FreePorts.take(1).get(0);
        String yaml = "broker: external\nconnectionFactory: " + kind.connectionFactory()
                + "\nsetters: { brokerURL: \"tcp://127.0.0.1:" + port + "\" }";

        assertThatThrownBy(() -> open(yaml, 1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("server listens there");
    }

    @Test
    void shouldFindAConnectionFactoryByJndi() throws Exception {
        String external = SharedBrokers.external(BrokerKind.ARTEMIS, "");
        String url = external.replaceAll("(?s).*\"(tcp:[^\"]*)\".*", "$1");
        String user = external.substring(external.indexOf("user:"));

        try (Transport transport = open(
                "broker: external\njndi: { java.naming.factory.initial: org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory,"
                        + " connectionFactory.mine: \"" + url + "\" }\nlookup: mine\n" + user,
                1)) {
            transport.subscribe(new Channel("one", 1), "group").close();
        }
        assertThatThrownBy(() -> open(
                        "broker: external\njndi: { java.naming.factory.initial: org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory }\nlookup: other\n"
                                + user,
                        1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("other");
    }

    @Test
    void shouldListTheSettersThatExistForAWrongName() {
        String yaml = SharedBrokers.stranger(BrokerKind.ARTEMIS, "").replace("brokerURL", "brokerUrl");

        assertThatThrownBy(() -> open(yaml, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("setters.brokerUrl")
                .hasMessageContaining("brokerURL")
                .hasMessageContaining("confirmationWindowSize");
        assertThatThrownBy(() -> open(yaml.replace("brokerUrl", "confirmationWindowSize"), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a value of type int");
    }

    @Test
    void shouldSayThatAClassIsNotInTheClientsJars() {
        assertThatThrownBy(() -> open("broker: external\nconnectionFactory: com.example.Missing", 1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("clientJars");
        assertThatThrownBy(() -> open("broker: external\nconnectionFactory: java.lang.Object", 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("jakarta.jms.ConnectionFactory");
    }

    @ParameterizedTest
    @CsvSource({
        "'journal: nio', 'persistent: true'",
        "'provider: classic\npersistent: true\njournal: nio', kahadb",
        "'broker: external', connectionFactory",
        "'connectionFactory: a.B', external",
        "'broker: external\nconnectionFactory: a.B\nprovider: classic', absent",
        "'broker: external\nconnectionFactory: a.B\nrequests: Q', replies",
        "'acknowledge: sometimes', individual"
    })
    void shouldRefuseKeysThatDoNotGoTogether(String yaml, String expected) {
        assertThatThrownBy(() -> config(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected);
    }

    /** The doctor has no directory for it, and IBM's client would say so, and print its log instead. */
    @Test
    void shouldKeepIbmsLogAmongTheRunsLogsOnly() throws Exception {
        String broker = SharedBrokers.external(BrokerKind.CLASSIC, "");
        open(broker, 1).close();
        assertThat(System.getProperty("com.ibm.msg.client.commonservices.log.outputName"))
                .isEqualTo(directory.resolve("mqjms.log").toString());
        assertThat(System.getProperty("com.ibm.msg.client.commonservices.log.status"))
                .isEqualTo("ON");

        directory = directory.resolve("absent");
        open(broker, 1).close();

        assertThat(System.getProperty("com.ibm.msg.client.commonservices.log.status"))
                .isEqualTo("OFF");
    }

    @Test
    void shouldHideSecretsOfVendors() {
        JmsProvider provider = new JmsProvider();
        JmsConfig config = config("provider: artemis");

        assertThat(provider.hides(config, "jndi.java.naming.security.credentials"))
                .isTrue();
        assertThat(provider.hides(config, "setters.SSLKeyStorePassword")).isTrue();
        assertThat(provider.hides(config, "setters.hostName")).isFalse();
    }
}
