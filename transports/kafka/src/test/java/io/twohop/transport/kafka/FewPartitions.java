package io.twohop.transport.kafka;

import java.util.Map;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.server.policy.CreateTopicPolicy;

/** Loaded by the tests' broker. */
public final class FewPartitions implements CreateTopicPolicy {
    private static final int MOST = 50;

    @Override
    public void configure(Map<String, ?> settings) {}

    @Override
    public void validate(RequestMetadata request) {
        if (request.numPartitions() != null && request.numPartitions() > MOST) {
            throw new PolicyViolationException("no topic here may have more than " + MOST + " partitions");
        }
    }

    @Override
    public void close() {}
}
