package io.twohop.demand;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Texts;
import io.twohop.config.Volume;
import io.twohop.transport.Footprint;
import io.twohop.transport.RunContext;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What runs ask of the servers of a transport file. Where a run offers what the servers take, rate, messages and bytes are
 * infinite.
 *
 * @param file names the servers
 * @param foreign whether they are somebody else's
 * @param footprint of the run that makes most
 * @param perSecond messages offered, of the fastest run
 * @param messages published, over all hops, forks and runs, warm-up included
 * @param bytes of these, in all copies, keys and headers included and before any compression; an estimate
 */
public record Demand(
        String file, boolean foreign, Footprint footprint, double perSecond, double messages, double bytes) {
    /** From here on somebody has to agree. */
    private static final double MUCH_PER_SECOND = 50_000;

    private static final double MANY_BYTES = 10e9;

    /**
     * Of the forks of one run.
     *
     * @param workload with one cell
     */
    public static Demand of(
            String file,
            boolean foreign,
            Load load,
            int forks,
            Duration trial,
            RunContext context,
            Footprint footprint) {
        boolean paced = load.mode() == Mode.LATENCY;
        double ofTrial = context.traffic().ratePerSecond() * trial.toSeconds();
        double messages = paced
                ? ((double) context.traffic().messages() * forks + ofTrial)
                        * context.channels().hops()
                : Double.POSITIVE_INFINITY;
        return new Demand(
                file,
                foreign,
                footprint,
                paced ? context.traffic().ratePerSecond() : Double.POSITIVE_INFINITY,
                messages,
                messages
                        * (context.traffic().typicalMessageBytes()
                                + context.traffic().envelope().bytes())
                        * footprint.copies());
    }

    /** Of these runs and those, one after the other. */
    public Demand and(Demand other) {
        return new Demand(
                file,
                foreign,
                other.footprint.topics() > footprint.topics() ? other.footprint : footprint,
                Math.max(perSecond, other.perSecond),
                messages + other.messages,
                bytes + other.bytes);
    }

    /** Whether it is more than servers of somebody else should be given by mistake. */
    public boolean needsConsent() {
        return foreign && (perSecond > MUCH_PER_SECOND || bytes > MANY_BYTES);
    }

    /** @param remedy how to agree, such as {@code --yes} */
    public ConfigException refusal(String remedy) {
        return ConfigException.invalid(
                file,
                rateText() + ", " + bytesText(),
                "at most " + perSecond(MUCH_PER_SECOND) + " and " + Volume.text(MANY_BYTES)
                        + " on servers that are not the bench's own, or " + remedy);
    }

    /** A line for what is made, and one for what is sent. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(file + " names servers that are not the bench's own; the run");
        lines.add("  makes   "
                + (footprint.creates().isEmpty()
                        ? "nothing"
                        : String.join(", ", footprint.creates()) + ", and deletes them"));
        lines.add("  sends   " + rateText() + ", " + messagesText() + ", " + bytesText()
                + (footprint.copies() == 1 ? "" : " in " + footprint.copies() + " copies"));
        return lines;
    }

    String rateText() {
        return Double.isInfinite(perSecond) ? "as fast as they take it" : perSecond(perSecond);
    }

    String bytesText() {
        return Double.isInfinite(bytes) ? "any number of bytes" : "about " + Volume.text(bytes);
    }

    private String messagesText() {
        return Double.isInfinite(messages) ? "any number of messages" : Texts.format("%,.0f messages", messages);
    }

    private static String perSecond(double rate) {
        return new Rate(rate).toString();
    }
}
