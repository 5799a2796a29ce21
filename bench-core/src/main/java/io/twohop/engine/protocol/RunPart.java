package io.twohop.engine.protocol;

import io.twohop.pipeline.Role;
import io.twohop.pipeline.Share;

/**
 * What a process does of a run that is spread over processes of several machines.
 *
 * @param role {@link Role#ENDS} or {@link Role#SERVICE}
 * @param share which of its messages go through the process
 * @param processes how many of the run's processes share its machine
 */
public record RunPart(Role role, Share share, int processes) {}
