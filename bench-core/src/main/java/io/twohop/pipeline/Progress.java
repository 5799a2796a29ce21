package io.twohop.pipeline;

import io.twohop.measure.Lane;
import java.util.List;

/**
 * How far a run has come.
 *
 * @param received messages that reached the sinks, each counted once
 * @param lanes as they stand; of a run with a service elsewhere, none
 */
public record Progress(long received, List<Lane> lanes) {}
