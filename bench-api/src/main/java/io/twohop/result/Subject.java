package io.twohop.result;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The measured workload and transport.
 *
 * @param workload the workload's name
 * @param workloadSettings the workload in effect, overrides applied, secrets redacted
 * @param transport the transport file's name
 * @param transportSettings the transport file in effect, overrides applied, secrets redacted
 * @param payloadBytes the payload size of a {@code size} workload, the mean of a distribution; 0 for an event
 * @param samples of a workload that sends files; {@code null} of others
 * @param keys of the messages; {@code null} for messages without keys
 */
public record Subject(
        String workload,
        JsonNode workloadSettings,
        String transport,
        JsonNode transportSettings,
        int payloadBytes,
        EventSamples samples,
        KeyUse keys) {}
