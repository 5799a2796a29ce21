package io.twohop.demand;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Texts;
import io.twohop.config.Volume;
import io.twohop.transport.Footprint;
import io.twohop.transport.Footprint.Fee;
import io.twohop.transport.RunContext;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The demand of runs on the servers of a transport file. Rate, messages, and bytes are infinite if a run offers what the
 * servers take.
 *
 * @param file the transport file that names the servers
 * @param foreign whether the servers are external
 * @param footprint the footprint of the run that makes most
 * @param perSecond offered rate of the fastest run, in messages per second
 * @param messages number of messages published over all hops, forks, and runs, warm-up included
 * @param bytes estimated bytes of these messages in all copies, keys and headers included, before compression
 * @param charged requests of these messages that the servers' owner charges for; empty if nothing is charged
 */
public record Demand(
        String file,
        boolean foreign,
        Footprint footprint,
        double perSecond,
        double messages,
        double bytes,
        Optional<Fee> charged) {
    /** Rate above which a user has to agree. */
    private static final double MUCH_PER_SECOND = 50_000;

    private static final double MANY_BYTES = 10e9;

    /**
     * Returns the demand of one run's forks.
     *
     * @param trial length of the trial of warm-up; zero without one
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
                        * footprint.copies(),
                footprint.fee().map(fee -> fee.times(messages)));
    }

    /** Returns the demand of these runs and the other ones, one after the other. */
    public Demand and(Demand other) {
        return new Demand(
                file,
                foreign,
                other.footprint.topics() > footprint.topics() ? other.footprint : footprint,
                Math.max(perSecond, other.perSecond),
                messages + other.messages,
                bytes + other.bytes,
                charged.map(fee -> other.charged.map(fee::and).orElse(fee)).or(() -> other.charged));
    }

    /** Returns whether the demand costs money, or is more than external servers should get by mistake. */
    public boolean needsConsent() {
        return foreign && (costs() || perSecond > MUCH_PER_SECOND || bytes > MANY_BYTES);
    }

    /** Returns whether the servers' owner charges for it. */
    public boolean costs() {
        return charged.isPresent();
    }

    /**
     * Returns the error for a demand that nobody agreed to.
     *
     * @param remedy how to agree, such as {@code --yes}
     */
    public ConfigException refusal(String remedy) {
        if (charged.isPresent()) {
            return ConfigException.invalid(
                    file, requestsText(charged.get()), "your agreement to pay for them, by " + remedy);
        }
        return ConfigException.invalid(
                file,
                rateText() + ", " + bytesText(),
                "at most " + perSecond(MUCH_PER_SECOND) + " and " + Volume.text(MANY_BYTES)
                        + " on servers that are not the bench's own, or " + remedy);
    }

    /** Returns a line about channels, one about messages, and one about their cost if there is any. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(file + " names servers that are not the bench's own; the run");
        lines.add("  makes   "
                + (footprint.creates().isEmpty()
                        ? "nothing"
                        : String.join(", ", footprint.creates()) + ", and deletes them"));
        lines.add("  sends   " + rateText() + ", " + messagesText() + ", " + bytesText()
                + (footprint.copies() == 1 ? "" : " in " + footprint.copies() + " copies"));
        charged.ifPresent(fee -> lines.add("  costs   " + costText(fee)));
        return lines;
    }

    private static String costText(Fee fee) {
        return requestsText(fee) + Texts.format(" ($%.2f per million, %s)", fee.dollarsPerMillion(), fee.price());
    }

    private static String requestsText(Fee fee) {
        if (Double.isInfinite(fee.most())) {
            return "any number of requests";
        }
        String least = dollars(fee.least() * fee.dollarsPerMillion() / 1e6);
        String most = dollars(fee.most() * fee.dollarsPerMillion() / 1e6);
        return Texts.format("%,.0f to %,.0f requests, ", fee.least(), fee.most())
                + (least.equals(most) ? "at most " + most : "about " + least + " to " + most);
    }

    /** Returns an amount in full cents, rounded up. */
    private static String dollars(double amount) {
        return Texts.format("$%,.2f", Math.ceil(amount * 100 - 1e-9) / 100);
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
