package io.twohop.engine.protocol;

import io.twohop.pipeline.Role;
import io.twohop.pipeline.Share;

/**
 * The part of a run that one process does.
 *
 * @param role {@link Role#WHOLE} for a process that starts whatever else the run needs, {@link Role#ENDS} or {@link Role#SERVICE} for
 *     one process of several
 * @param share the messages that go through the process
 * @param processes number of the run's processes on its machine
 */
public record RunPart(Role role, Share share, int processes) {
    /** The part of a process that does everything, or starts the process that does the rest. */
    public static final RunPart WHOLE = new RunPart(Role.WHOLE, Share.WHOLE, 1);

    static final RunPart OWN_SERVICE = new RunPart(Role.SERVICE, Share.WHOLE, 2);

    /** Returns whether agents run the other parts. */
    public boolean hasPeers() {
        return role == Role.ENDS;
    }

    RunPart in(Role other) {
        return new RunPart(other, share, processes);
    }
}
