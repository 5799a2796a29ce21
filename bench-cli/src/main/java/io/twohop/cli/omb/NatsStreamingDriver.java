package io.twohop.cli.omb;

import java.lang.reflect.Type;
import java.util.Map;

/** The driver for NATS Streaming, which is retired. */
final class NatsStreamingDriver implements Driver {
    private static final String URL = "natsHostUrl";
    private static final String CLUSTER = "clusterId";
    private static final String PUBLISHED = "maxPubAcksInFlight";
    private static final String CONSUMED = "maxInFlight";
    private static final long DEFAULT_PUBLISHED = 16_384;
    private static final long DEFAULT_CONSUMED = 1_024;

    @Override
    public String transport() {
        return "nats-streaming";
    }

    @Override
    public Partitions partitions() {
        return Partitions.IGNORED;
    }

    @Override
    public boolean usesKeys() {
        return false;
    }

    @Override
    public Map<String, Type> keys() {
        return Map.of(URL, String.class, CLUSTER, String.class, PUBLISHED, Long.class, CONSUMED, Long.class);
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        Translation.Row url = file.row(URL, given.getOrDefault(URL, "absent"));
        if (embedded) {
            url.unused("--embedded: a server of the run");
        } else {
            url.refused("--embedded, since NATS Streaming is measured over a server of the run only");
        }
        file.row("(this driver)", "storage as the server's")
                .approximated("store", "memory", "-Dtransport.store=file for files");
        file.row(PUBLISHED, given.getOrDefault(PUBLISHED, DEFAULT_PUBLISHED))
                .mapped("maxInFlight", given.getOrDefault(PUBLISHED, DEFAULT_PUBLISHED));
        file.row(CONSUMED, given.getOrDefault(CONSUMED, DEFAULT_CONSUMED))
                .mapped("maxUnacknowledged", given.getOrDefault(CONSUMED, DEFAULT_CONSUMED));
        if (given.containsKey(CLUSTER)) {
            file.row(CLUSTER, given.get(CLUSTER)).unused("the run's server has a cluster id of its own");
        }
    }
}
