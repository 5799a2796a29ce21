package io.twohop.engine.protocol;

import io.twohop.pipeline.Role;
import io.twohop.pipeline.Share;

/**
 * A process's part of a run.
 *
 * @param role {@link Role#WHOLE} unless the run is spread over machines
 * @param share the messages that go through the process
 * @param processes number of the run's processes that share the machine
 */
public record RunPart(Role role, Share share, int processes) {
    /** A whole run, or a run's part that has no messages of its own. */
    public static final RunPart WHOLE = new RunPart(Role.WHOLE, Share.WHOLE, 1);

    /** Returns whether other machines have parts of the run. */
    public boolean spread() {
        return role != Role.WHOLE;
    }
}
