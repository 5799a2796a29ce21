package io.twohop.result;

import io.twohop.config.Given;
import io.twohop.workload.Contents;
import io.twohop.workload.Keys;
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
        Given<KeyUse> ofFile = Given.of("contents", workload.arrivals().file().contents())
                .map(Contents::keys)
                .map(count ->
                        new KeyUse(count, workload.arrivals().file().contents().topKeyShare()));
        return workload.given(Keys.KEYS)
                .map(keys -> new KeyUse(keys.number(), keys.distribution().topShare(keys.number())))
                .or(ofFile.or(null));
    }
}
