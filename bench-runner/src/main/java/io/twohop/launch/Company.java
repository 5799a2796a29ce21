package io.twohop.launch;

import io.twohop.result.SideBySide;

/**
 * The other runs that the forks of a run take turns with.
 *
 * @param interleaved names the call whose rounds the forks are measured in; {@code null} for none
 * @param duet how the forks are measured side by side with another run's; {@code null} if they are not
 */
record Company(String interleaved, SideBySide duet) {
    /** A run whose forks follow each other. */
    static final Company NONE = new Company(null, null);
}
