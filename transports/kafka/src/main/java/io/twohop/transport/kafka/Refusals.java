package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import io.twohop.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.security.auth.login.LoginException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** Waits for the cluster's answers, and reports a refusal in the cluster's words with a remedy. */
final class Refusals {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** Limit on an answer; the client gives up earlier, after its {@code default.api.timeout.ms}. */
    private static final Duration SAFETY_LIMIT = Duration.ofMinutes(2);

    private Refusals() {}

    /**
     * Waits for an answer.
     *
     * @param what the request, as the beginning of a sentence
     * @param right on topics that the request needs
     * @throws TransportException if the cluster refuses or does not answer
     */
    static <T> T await(KafkaFuture<T> answer, String what, AclOperation right) throws InterruptedException {
        try {
            return answer.get(SAFETY_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw refusal(what, e.getCause(), right);
        } catch (TimeoutException e) {
            throw new TransportException(
                    what + ": no answer within " + SAFETY_LIMIT.toSeconds()
                            + " s; check bootstrap.servers, the listeners that the brokers advertise, and security.protocol",
                    e);
        }
    }

    /**
     * Returns the exception that reports a refusal.
     *
     * @param right on topics that the request needs
     */
    static TransportException refusal(String what, Throwable cause, AclOperation right) {
        return new TransportException(what + ": " + Texts.chain(cause) + "; " + remedy(cause, right), cause);
    }

    /** Returns which right to grant; rights on topics include describe. */
    static String grant(Throwable cause, AclOperation ofTopics) {
        if (cause instanceof GroupAuthorizationException) {
            boolean ofGroups = ofTopics == AclOperation.DELETE || ofTopics == AclOperation.ALTER_CONFIGS;
            return grant(ofGroups ? ofTopics : AclOperation.READ, "groups");
        }
        return cause instanceof TransactionalIdAuthorizationException
                ? grant(AclOperation.WRITE, "transactional ids")
                : grant(ofTopics, "topics");
    }

    private static String grant(AclOperation right, String resources) {
        return "grant this user " + right.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " on " + resources
                + " with the prefix twohop- (docs/kafka.md lists all rights)";
    }

    /** Rejects topics on which the cluster says that a right is missing, since a run would otherwise notice while it measures. */
    static void check(TopicDescription topic) {
        Set<AclOperation> granted = topic.authorizedOperations();
        // Some servers do not say.
        if (granted == null || granted.isEmpty()) {
            return;
        }
        for (AclOperation right : List.of(AclOperation.WRITE, AclOperation.READ, AclOperation.DELETE)) {
            if (!granted.contains(right)) {
                throw refusal("topic " + topic.name(), new TopicAuthorizationException(Set.of(topic.name())), right);
            }
        }
    }

    private static String remedy(Throwable cause, AclOperation right) {
        if (cause instanceof SslAuthenticationException) {
            return "check ssl.truststore.location and the brokers' certificate";
        }
        if (cause instanceof AuthenticationException) {
            return "check security.protocol, sasl.mechanism and sasl.jaas.config";
        }
        if (cause instanceof AuthorizationException) {
            return grant(cause, right);
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
        if (has(cause, LoginException.class)) {
            return "check sasl.jaas.config, sasl.oauthbearer.token.endpoint.url and the server there: the login failed"
                    + " before the client asked a broker";
        }
        if (Texts.chain(cause).contains("could not be found")) {
            return "put the class's jar into clientJars or --classpath";
        }
        // Names that do not resolve are found by the same check as properties.
        if (isOfProperties(cause) && !Texts.chain(cause).contains(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            return "correct it under client:, producer: or consumer:, or in the file of --properties";
        }
        String listeners = cause instanceof org.apache.kafka.common.errors.TimeoutException
                ? "the listeners that the brokers advertise, "
                : "";
        return "check bootstrap.servers, " + listeners + "security.protocol and the brokers' log";
    }

    private static boolean isOfProperties(Throwable failure) {
        // Clients check some pairs of properties by themselves, with an exception of Java's.
        return has(failure, org.apache.kafka.common.config.ConfigException.class)
                || has(failure, IllegalArgumentException.class);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
