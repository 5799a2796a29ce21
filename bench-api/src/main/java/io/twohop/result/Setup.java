package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.twohop.account.ThreadLayout;
import io.twohop.transport.Guarantees;
import java.util.Map;

/**
 * The setting in which a fork measured; empty if it never started.
 *
 * @param layout the agents' threads; {@code null} if it never started
 * @param guarantees the promises of the transport; {@code null} if it never started
 * @param versions of client and broker
 * @param chosen values of the transport's keys that the run decided
 * @param environment the machine and the JVM; {@code null} if it never started
 */
public record Setup(
        ThreadLayout layout,
        Guarantees guarantees,
        Map<String, String> versions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> chosen,
        Environment environment) {}
