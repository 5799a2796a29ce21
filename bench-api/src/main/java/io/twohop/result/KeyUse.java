package io.twohop.result;

import io.twohop.workload.Contents;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Workload;

/**
 * The keys of a run's messages.
 *
 * @param count number of keys
 * @param topShare share of messages with the most frequent key: by its distribution, or counted in the file of arrivals
 */
public record KeyUse(int count, double topShare) {
    /** Returns the keys of a workload; null for messages without keys. */
    public static KeyUse of(Workload workload) {
        Contents contents = workload.arrivals().file().contents();
        if (contents != null && contents.keys() != null) {
            return new KeyUse(contents.keys(), contents.topKeyShare());
        }
        KeyOptions keys = workload.messageKeys();
        return keys == null
                ? null
                : new KeyUse(keys.number(), keys.distribution().topShare(keys.number()));
    }
}
