package io.twohop.transport.jms;

import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.transport.TransportException;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.kit.ServerUser;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.time.Duration;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Opens connections by the provider's connection factory, which the provider's own classes make. */
final class Connector {
    /** Without this many bytes of sent commands kept, Artemis's client completes a send before the broker has stored the message. */
    static final int CONFIRMATION_WINDOW = 1 << 20;

    private static final String CONFIRMATION = "ConfirmationWindowSize";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final JmsConfig config;
    private final ConnectionFactory factory;
    private final Optional<ServerUser> user;
    private final JmsIncidents incidents;

    /** @param address the embedded broker's, with its user; null for the external provider */
    Connector(JmsConfig config, String address, JmsIncidents incidents) throws InterruptedException {
        this.config = config;
        this.incidents = incidents;
        this.user = address == null
                ? Optional.ofNullable(config.client().user()).map(name -> new ServerUser(name, passwordOf(config)))
                : ServerUser.of(address);
        // A JNDI context may connect to its provider.
        this.factory = within(() -> address == null ? external(config) : embedded(config.kind(), address));
        confirmSends();
    }

    private static String passwordOf(JmsConfig config) {
        return config.client().password() == null ? "" : config.client().password();
    }

    private static ConnectionFactory embedded(BrokerKind kind, String address) {
        String url = ServerUser.without(address).replaceAll("\\?.*", "");
        ConnectionFactory factory = create(kind.connectionFactory());
        String whole = kind == BrokerKind.ARTEMIS
                // The client reconnects after a restart of the broker, however long that takes. A non-persistent send
                // is acknowledged as well.
                ? url + "?reconnectAttempts=-1&retryInterval=50&retryIntervalMultiplier=1&initialConnectAttempts=100"
                        + "&blockOnNonDurableSend=true"
                : "failover:(" + url + ")?initialReconnectDelay=50&useExponentialBackOff=false&maxReconnectDelay=50"
                        + "&jms.alwaysSyncSend=true&jms.watchTopicAdvisories=false";
        Setters.apply(factory, Map.of("brokerURL", whole));
        return factory;
    }

    private static ConnectionFactory external(JmsConfig config) throws NamingException {
        if (config.client().connectionFactory() != null) {
            ConnectionFactory factory = create(config.client().connectionFactory());
            Setters.apply(factory, config.client().setters());
            return factory;
        }
        Hashtable<String, String> environment = new Hashtable<>(config.client().jndi());
        InitialContext context = new InitialContext(environment);
        try {
            Object found = context.lookup(config.client().lookup());
            if (found instanceof ConnectionFactory factory) {
                return factory;
            }
            throw ConfigException.invalid(
                    "lookup",
                    config.client().lookup(),
                    "the name of a jakarta.jms.ConnectionFactory, not of a "
                            + found.getClass().getName());
        } finally {
            context.close();
        }
    }

    private static ConnectionFactory create(String name) {
        try {
            Object made = Class.forName(name, true, Thread.currentThread().getContextClassLoader())
                    .getDeclaredConstructor()
                    .newInstance();
            if (made instanceof ConnectionFactory factory) {
                return factory;
            }
            throw ConfigException.invalid(
                    "connectionFactory",
                    name,
                    "a class that implements jakarta.jms.ConnectionFactory; a client of the older javax.jms has a newer"
                            + " version for jakarta.jms");
        } catch (ClassNotFoundException e) {
            throw new TransportException(
                    "connectionFactory: " + name + " is on no class path; put the client's jars into clientJars", e);
        } catch (NoClassDefFoundError e) {
            throw new TransportException(
                    "connectionFactory: " + name + " needs " + e.getMessage()
                            + "; put all jars of the client into clientJars",
                    e);
        } catch (ReflectiveOperationException e) {
            throw new TransportException(
                    "connectionFactory: " + name + " cannot be created: " + Texts.of(e)
                            + " (expected: a public class with a public constructor without parameters)",
                    e);
        }
    }

    /** Turns on Artemis's confirmations in a factory of the user's own, unless the user has. */
    private void confirmSends() {
        try {
            Object size = factory.getClass().getMethod("get" + CONFIRMATION).invoke(factory);
            if (size instanceof Integer bytes && bytes < 0) {
                factory.getClass().getMethod("set" + CONFIRMATION, int.class).invoke(factory, CONFIRMATION_WINDOW);
            }
        } catch (ReflectiveOperationException e) {
            // Not Artemis.
        }
    }

    /** Opens a connection, not started, that reports its failures. */
    Connection connect() throws InterruptedException {
        return within(() -> {
            Connection connection = user.isPresent()
                    ? factory.createConnection(user.get().name(), user.get().password())
                    : factory.createConnection();
            try {
                connection.setExceptionListener(incidents.listener());
                // The client of Classic connects no sooner than this.
                connection.getMetaData().getJMSProviderName();
                connection.start();
                return connection;
            } catch (JMSException | RuntimeException e) {
                close(connection);
                throw e;
            }
        });
    }

    /** Calls a provider, which may try to connect for longer than anyone wants to wait. */
    private <T> T within(Callable<T> call) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "jms-connect");
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        try {
            return task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new TransportException(
                    "JMS: no connection within " + LIMIT.toSeconds() + " s to " + place(config)
                            + "; check that the server listens there",
                    e);
        } catch (ExecutionException e) {
            throw refusal(e.getCause());
        }
    }

    private RuntimeException refusal(Throwable cause) {
        if (cause instanceof ConfigException || cause instanceof TransportException) {
            return (RuntimeException) cause;
        }
        if (cause instanceof LinkageError) {
            return new TransportException(
                    "JMS: the client needs " + cause.getMessage() + "; put all jars of the client into clientJars",
                    cause);
        }
        String words = Secrets.redact(Texts.chain(cause));
        if (cause instanceof JMSSecurityException) {
            return new TransportException(
                    "JMS: " + place(config) + " does not let this user in: " + words + "; check user and password",
                    cause);
        }
        return new TransportException(
                "JMS: " + place(config) + ": " + words
                        + "; check setters or jndi, clientJars, and that the server listens there",
                cause);
    }

    /** Returns the provider and where it is, the same for each client and without secrets. */
    static String place(JmsConfig config) {
        if (!config.isExternal()) {
            return config.providerName();
        }
        Map<String, String> settings = new TreeMap<>(config.client().setters());
        settings.putAll(config.client().jndi());
        settings.keySet().removeIf(JmsProvider::isHidden);
        return Secrets.redact(
                (config.client().connectionFactory() == null
                                ? "JNDI"
                                : config.client().connectionFactory()) + " " + settings);
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (JMSException e) {
            // Its server may be gone.
        }
    }
}
