package io.twohop.result;

import io.twohop.workload.Contents;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Workload;

/**
 * The keys of a run's messages.
 *
 * @param count how many there are
 * @param topShare the part of all messages that the most frequent one has: by its distribution, or counted in the file of arrivals
 */
public record KeyUse(int count, double topShare) {
    /** Null where messages have none. */
    public static KeyUse of(Workload workload) {
        Contents contents = workload.arrivals().contents();
        if (contents != null && contents.keys() != null) {
            return new KeyUse(contents.keys(), contents.topKeyShare());
        }
        KeyOptions keys = workload.messageKeys();
        return keys == null
                ? null
                : new KeyUse(keys.number(), keys.distribution().topShare(keys.number()));
    }
}
