package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.support.JsonParseException;
import io.twohop.transport.Creation;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RunCreations;
import io.twohop.transport.nats.NatsConfig.Store;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** The streams of this run: made here, and nothing else is ever deleted. The harness's starting thread. */
final class Streams {
    private final Connection connection;
    private final NatsConfig config;
    private final NatsIncidents incidents;
    private final ComingUp comingUp;
    private final RunCreations creations;
    private final NatsSweeper sweeper;
    private final Set<String> created = new HashSet<>();
    private volatile String requests;

    Streams(Connection connection, NatsConfig config, NatsIncidents incidents, RunContext context) {
        this.connection = connection;
        this.creations = new RunCreations(context, config.servers().areExternal());
        this.sweeper = new NatsSweeper(connection);
        this.config = config;
        this.incidents = incidents;
        this.comingUp = new ComingUp(config, incidents);
    }

    /**
     * Makes a stream, if this run has not made it yet.
     *
     * @param ofRequests whether the generator sends to it
     */
    void create(Subjects subjects, boolean ofRequests) throws InterruptedException {
        String name = subjects.name();
        requests = ofRequests ? name : requests;
        if (!created.add(name)) {
            return;
        }
        StreamConfiguration wanted = configuration(subjects);
        Creation stream = sweeper.stream(name);
        creations.about(stream);
        try {
            comingUp.ask(() -> management().addStream(wanted));
        } catch (JetStreamApiException e) {
            if (isRefused(e)) {
                created.remove(name);
                creations.refused(List.of(stream));
            }
            throw refusal(name, e.getErrorDescription(), e);
        } catch (IOException e) {
            throw refusal(name, incidents.firstError().orElseGet(e::getMessage), e);
        }
    }

    /** Whether the server said that it did not create a stream; of other failures it may not know the outcome. */
    private static boolean isRefused(JetStreamApiException e) {
        return e.getErrorCode() >= 400 && e.getErrorCode() < 500;
    }

    private JetStreamManagement management() throws IOException {
        return connection.jetStreamManagement();
    }

    private StreamConfiguration configuration(Subjects subjects) {
        Map<String, String> fields = new LinkedHashMap<>(config.messaging().stream());
        fields.put("name", subjects.name());
        try {
            return StreamConfiguration.builder(StreamConfiguration.instance(NatsOptions.json(fields)))
                    .subjects(subjects.all())
                    .storageType(config.messaging().storage() == Store.MEMORY ? StorageType.Memory : StorageType.File)
                    .replicas(config.messaging().replicas())
                    .build();
        } catch (JsonParseException | IllegalArgumentException e) {
            throw new TransportException("stream: " + config.messaging().stream() + ": " + e.getMessage(), e);
        }
    }

    private TransportException refusal(String name, String words, Exception cause) {
        return new TransportException("stream " + name + ": " + words + "; " + remedy(words), cause);
    }

    private String remedy(String words) {
        String lower = String.valueOf(words).toLowerCase(Locale.ROOT);
        if (lower.contains("permission")) {
            return Rights.REMEDY;
        }
        if (lower.contains("not enabled")) {
            return "enable JetStream in the server's configuration and for this account";
        }
        if (lower.contains("replicas") || lower.contains("peers") || lower.contains("clustered")) {
            return "lower replicas (" + config.messaging().replicas() + "), or use a cluster with as many servers";
        }
        if (lower.contains("storage") || lower.contains("resources") || lower.contains("memory")) {
            return "lower stream: max_bytes, or give the server's JetStream more room";
        }
        if (lower.contains("timeout") || lower.contains("no response") || lower.contains("503")) {
            return "enable JetStream in the server's configuration and for this account, and let this user use $JS.API.>";
        }
        return "see the server's log";
    }

    /** The name of the server that leads what the generator sends; empty if nobody says. */
    String leader() {
        try {
            return Optional.ofNullable(management().getStreamInfo(requests).getClusterInfo())
                    .map(ClusterInfo::getLeader)
                    .orElse("");
        } catch (IOException | JetStreamApiException e) {
            return "";
        }
    }

    /**
     * Deletes what this run made; what cannot be deleted stands in the run's creation log.
     *
     * @param another over a connection of its own: this one no longer hears answers once a request over it was interrupted
     */
    void delete(Callable<NatsSweeper> another) {
        if (!creations.delete(sweeper) && connection.getStatus() == Connection.Status.CONNECTED) {
            try (NatsSweeper fresh = another.call()) {
                creations.delete(fresh);
            } catch (Exception e) {
                // Then they stand in the log.
            }
        }
    }
}
