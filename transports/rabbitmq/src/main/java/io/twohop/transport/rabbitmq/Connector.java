package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ExceptionHandler;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import io.twohop.config.Secrets;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerAccess;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** Opens connections to one server. */
final class Connector {
    private static final int LIMIT_MILLIS = 10_000;
    private static final int RECOVERY_MILLIS = 200;

    private final String url;
    private final Optional<ServerUser> user;
    private final Optional<ServerAccess> access;

    /**
     * @param address a URL, which may carry the user of the run's own server
     * @param known the user of an external server; empty for the client's default
     * @param access keys of an external server; empty for the run's own
     */
    Connector(String address, Optional<ServerUser> known, Optional<ServerAccess> access) {
        this.url = ServerUser.without(address);
        this.user = ServerUser.of(address).or(() -> known);
        this.access = access.filter(keys -> address.startsWith("amqps:"));
    }

    /**
     * @param name shown by the server
     * @return a connection that ends with the first loss of it
     */
    Connection connect(String name) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setAutomaticRecoveryEnabled(false);
        return connect(name, factory);
    }

    /**
     * @param name shown by the server
     * @param failures told what the client could not restore
     * @return a connection that the client opens again once it is lost, with its queues and consumers
     */
    Connection connect(String name, ExceptionHandler failures) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setExceptionHandler(failures);
        factory.setNetworkRecoveryInterval(RECOVERY_MILLIS);
        return connect(name, factory);
    }

    private Connection connect(String name, ConnectionFactory factory) {
        try {
            if (access.isPresent()) {
                factory.useSslProtocol(tls(access.get()));
                factory.enableHostnameVerification();
            }
            setPlace(factory);
            user.ifPresent(known -> {
                factory.setUsername(known.name());
                factory.setPassword(known.password());
            });
            factory.setConnectionTimeout(LIMIT_MILLIS);
            factory.setHandshakeTimeout(LIMIT_MILLIS);
            factory.setChannelRpcTimeout(LIMIT_MILLIS);
            factory.setShutdownTimeout(RECOVERY_MILLIS);
            return factory.newConnection(name);
        } catch (PossibleAuthenticationFailureException e) {
            throw new TransportException(
                    "RabbitMQ at " + safeUrl() + " does not let this user in: " + e.getMessage()
                            + "; check user, password, and the virtual host at the end of url",
                    e);
        } catch (SSLException e) {
            throw new TransportException(
                    "RabbitMQ at " + safeUrl() + ": " + e.getMessage()
                            + "; check trustStore, and that the server's certificate is for this host",
                    e);
        } catch (IOException | TimeoutException | URISyntaxException | GeneralSecurityException e) {
            throw new TransportException(
                    "RabbitMQ at " + safeUrl() + ": " + words(e)
                            + "; check url, the user's rights on the virtual host, and that the server listens there",
                    e);
        }
    }

    /** The client's own reading of a URL makes amqps trust every server. */
    private void setPlace(ConnectionFactory factory) throws URISyntaxException {
        URI uri = new URI(url);
        boolean isTls = "amqps".equals(uri.getScheme());
        factory.setHost(uri.getHost());
        int byDefault = isTls ? ConnectionFactory.DEFAULT_AMQP_OVER_SSL_PORT : ConnectionFactory.DEFAULT_AMQP_PORT;
        factory.setPort(uri.getPort() < 0 ? byDefault : uri.getPort());
        if (uri.getPath() != null && uri.getPath().length() > 1) {
            factory.setVirtualHost(uri.getPath().substring(1));
        }
    }

    /** The server's reason is often in the cause. */
    static String words(Throwable failure) {
        if (failure instanceof TimeoutException && failure.getMessage() == null) {
            // Something else may listen there.
            return "no answer in AMQP 0-9-1 within " + LIMIT_MILLIS / 1_000 + " s";
        }
        Throwable last = failure;
        while (last.getCause() != null && last.getMessage() == null) {
            last = last.getCause();
        }
        Throwable cause = failure.getCause();
        return cause instanceof com.rabbitmq.client.ShutdownSignalException && cause.getMessage() != null
                ? cause.getMessage()
                : String.valueOf(last.getMessage() == null ? last : last.getMessage());
    }

    private static SSLContext tls(ServerAccess keys) throws IOException, GeneralSecurityException {
        KeyStore store = null;
        if (keys.trustStore() != null) {
            char[] password = keys.trustStorePassword() == null
                    ? null
                    : keys.trustStorePassword().toCharArray();
            store = KeyStore.getInstance(KeyStore.getDefaultType());
            try (InputStream in = Files.newInputStream(Path.of(keys.trustStore()))) {
                store.load(in, password);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private String safeUrl() {
        return Secrets.redact(url);
    }
}
