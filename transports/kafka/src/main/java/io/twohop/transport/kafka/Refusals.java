package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import io.twohop.transport.TransportException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Waits for the cluster's answers, and reports a refusal in the cluster's words with a remedy. */
final class Refusals {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** Limit on an answer; the client gives up earlier, after its {@code default.api.timeout.ms}. */
    private static final Duration SAFETY_LIMIT = Duration.ofMinutes(2);

    private Refusals() {}

    /**
     * @param what the request, as the beginning of a sentence
     * @throws TransportException if the cluster refuses or does not answer
     */
    static <T> T await(KafkaFuture<T> answer, String what) throws InterruptedException {
        try {
            return answer.get(SAFETY_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw refusal(what, e.getCause());
        } catch (TimeoutException e) {
            throw new TransportException(
                    what + ": no answer within " + SAFETY_LIMIT.toSeconds()
                            + " s; check bootstrap.servers, the listeners that the brokers advertise, and client:"
                            + " security.protocol",
                    e);
        }
    }

    static TransportException refusal(String what, Throwable cause) {
        String words = Texts.of(cause);
        Throwable deeper = cause.getCause();
        if (cause instanceof KafkaException && deeper != null && deeper.getMessage() != null) {
            words = words + ": " + deeper.getMessage();
        }
        return new TransportException(what + ": " + words + "; " + remedy(cause), cause);
    }

    private static String remedy(Throwable cause) {
        if (cause instanceof SslAuthenticationException) {
            return "check client: ssl.truststore.location and the brokers' certificate";
        }
        if (cause instanceof AuthenticationException) {
            return "check client: security.protocol, sasl.mechanism and sasl.jaas.config";
        }
        if (cause instanceof AuthorizationException) {
            return "grant this user create, describe, delete, read and write on topics with the prefix twohop-, and read"
                    + " and delete on groups with that prefix";
        }
        if (cause instanceof InvalidReplicationFactorException) {
            return "lower replication, or run it on a cluster with as many brokers";
        }
        if (cause instanceof InvalidConfigurationException) {
            return "correct it under topic:";
        }
        if (cause instanceof PolicyViolationException) {
            return "lower partitions or replication, or ask for the limit to be raised";
        }
        return "check bootstrap.servers, client: security.protocol and the brokers' log";
    }
}
