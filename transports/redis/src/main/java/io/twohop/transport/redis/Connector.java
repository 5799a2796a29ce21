package io.twohop.transport.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.twohop.config.Secrets;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerAccess;
import io.twohop.transport.kit.ServerUser;
import java.io.File;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Opens connections to one server. The client connects again by itself; it sends nothing again that it sent before, since the server may
 * have executed it.
 */
final class Connector implements AutoCloseable {
    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long READY_NANOS = 1_000_000;
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final long CLOSE_SECONDS = 2;

    private final String url;
    private final RedisURI uri;
    private final ClientResources resources;
    private final RedisClient client;

    /**
     * @param address a URL, which may carry the user of the run's own server
     * @param access keys of an external server; empty for the run's own
     */
    Connector(String address, Optional<ServerAccess> access) {
        url = ServerUser.without(address);
        RedisURI.Builder place = RedisURI.builder(RedisURI.create(url)).withTimeout(LIMIT);
        ServerUser.of(address)
                .or(() -> access.flatMap(ServerAccess::known))
                .ifPresent(user ->
                        place.withAuthentication(user.name(), user.password().toCharArray()));
        uri = place.build();
        uri.setVerifyPeer(SslVerifyMode.FULL);
        resources = ClientResources.builder()
                .reconnectDelay(Delay.constant(AGAIN))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        client = RedisClient.create(resources);
        client.setOptions(options(access));
    }

    private static ClientOptions options(Optional<ServerAccess> access) {
        ClientOptions.Builder options = ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                // By default each command has a timer, by which a message counts as failed that a stopped server still
                // takes.
                .timeoutOptions(TimeoutOptions.create())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(LIMIT)
                        .keepAlive(true)
                        .build());
        access.filter(keys -> keys.trustStore() != null)
                .ifPresent(keys -> options.sslOptions(SslOptions.builder()
                        .jdkSslProvider()
                        .truststore(
                                new File(keys.trustStore()),
                                keys.trustStorePassword() == null ? "" : keys.trustStorePassword())
                        .build()));
        return options.build();
    }

    /** @param name shown by the server */
    StatefulRedisConnection<String, byte[]> connect(String name) {
        return opened(() -> client.connect(CODEC, named(name)));
    }

    /** @param name shown by the server */
    StatefulRedisPubSubConnection<String, byte[]> subscriber(String name) {
        return opened(() -> client.connectPubSub(CODEC, named(name)));
    }

    private RedisURI named(String name) {
        return RedisURI.builder(uri).withClientName(name).build();
    }

    private <T extends StatefulRedisConnection<String, byte[]>> T opened(Supplier<T> connection) {
        try {
            T opened = connection.get();
            awaitReady(opened.sync());
            return opened;
        } catch (RedisException e) {
            throw refusal(e);
        }
    }

    /** The client may return a connection a moment before it takes commands, and reject the first. Any reply of the server will do. */
    private static void awaitReady(RedisCommands<String, byte[]> commands) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                commands.info("server");
                return;
            } catch (RedisCommandExecutionException e) {
                return;
            } catch (RedisException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(READY_NANOS);
            }
        }
    }

    private TransportException refusal(RedisException failure) {
        String at = "Redis at " + Secrets.redact(url);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
                return new TransportException(
                        at + ": " + cause.getMessage()
                                + "; check trustStore and its password, and that the server's certificate is for this host",
                        failure);
            }
            if (cause instanceof RedisCommandExecutionException) {
                return new TransportException(
                        at + " does not let this user in: " + cause.getMessage()
                                + "; check user, password, and the database at the end of url",
                        failure);
            }
        }
        return new TransportException(
                at + ": " + words(failure) + "; check url, and that a server listens there", failure);
    }

    /** Returns the innermost words, which are the socket's or the server's. */
    static String words(Throwable failure) {
        String words = String.valueOf(failure.getMessage());
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            words = cause.getMessage() == null ? words : cause.getMessage();
        }
        return words;
    }

    /** The server's address with its database, without a user. */
    String place() {
        return uri.getHost() + ":" + uri.getPort() + "/" + uri.getDatabase();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        client.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        resources.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
