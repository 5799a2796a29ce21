package io.twohop.demand;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Rate;
import io.twohop.config.Volume;

/**
 * The limits that a transport file sets for its servers: {@code limits: {rate: 20k, bytes: 5GB, topics: 10}}. A run that would
 * exceed one is refused before it makes anything. {@code null} is no limit.
 */
public record Limits(
        @Help("messages offered per second") Rate rate,

        @Help("written by one run, in all its forks and copies")
        Volume bytes,

        @Help("of one run, over all its hops; streams of JetStream")
        Integer topics) {
    /** The limits of a file that sets none. */
    public static final Limits NONE = new Limits(null, null, null);

    public Limits {
        Given.of("topics", topics).onlyIf(most -> most >= 1, "a whole number of 1 or more");
    }

    /**
     * Refuses a demand beyond these limits.
     *
     * @throws ConfigException with the limit that it exceeds
     */
    public void check(Demand demand) {
        if (rate != null && demand.perSecond() > rate.perSecond()) {
            throw exceeded("rate", demand.rateText(), rate, demand);
        }
        if (bytes != null && demand.bytes() > bytes.bytes()) {
            throw exceeded("bytes", demand.bytesText(), bytes, demand);
        }
        if (topics != null && demand.footprint().topics() > topics) {
            throw exceeded("topics", demand.footprint().topics(), topics, demand);
        }
    }

    private static ConfigException exceeded(String name, Object asked, Object limit, Demand demand) {
        return ConfigException.invalid(
                name, asked, "at most " + limit + ", by limits." + name + " of " + demand.file());
    }
}
