package io.twohop.result;

import io.twohop.finding.Finding;
import java.util.List;

/**
 * Events that disturbed a fork.
 *
 * @param incidents of the transport
 * @param faults effects of injected faults; {@code null} without faults
 */
public record Disturbance(List<Finding> incidents, Faults faults) {}
