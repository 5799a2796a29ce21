package io.twohop.engine.trial;

import io.twohop.account.DurationText;
import io.twohop.account.LayoutCapacity;
import io.twohop.config.Nanos;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Role;
import io.twohop.result.CodecCost;
import io.twohop.transport.Transport;
import io.twohop.workload.Scenario;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells before warm-up that a rate is out of reach. Such a run is not refused: a saturated run is honest, and a trial may be wrong. The
 * monitor's thread.
 */
public final class Foresight {
    /** Rate from which on the codec is measured if no trial has shown what a thread carries. */
    private static final double HIGH_PER_SECOND = 100_000;

    /** Part of a message's time from which on the codec is the cause. */
    private static final double MOST_OF_THE_TIME = 0.5;

    private Foresight() {}

    /**
     * Returns why the rate is out of reach; empty if it is not known to be.
     *
     * @param codec measures the codec, for up to a second; {@code null} if it cannot be measured
     */
    public static Optional<Finding> of(
            PipelineSpec<?> spec, Transport transport, LayoutTried tried, Supplier<CodecCost> codec) {
        Scenario scenario = spec.scenario();
        double perSecond = scenario.load().highestPerSecond();
        if (spec.role() != Role.WHOLE) {
            return Optional.empty();
        }
        if (tried.capacity().isPresent()) {
            return ofCapacity(tried.capacity().get(), codec);
        }
        return perSecond < HIGH_PER_SECOND
                ? Optional.empty()
                : Optional.ofNullable(codec.get())
                        .filter(cost -> perSecond * busiestNanos(cost, scenario, transport) > Nanos.PER_SECOND
                                || perSecond * cost.nanosPerMessage() > Nanos.PER_SECOND * spec.cores())
                        .map(cost -> found(cost, perSecond));
    }

    private static Optional<Finding> ofCapacity(LayoutCapacity capacity, Supplier<CodecCost> codec) {
        if (capacity.suffices()) {
            return Optional.empty();
        }
        double perSecond = capacity.offeredPerSecond();
        double messageNanos = Nanos.PER_SECOND / capacity.singlePerSecond();
        return Optional.of(Optional.ofNullable(codec.get())
                .filter(cost -> cost.nanosPerMessage() >= MOST_OF_THE_TIME * messageNanos)
                .map(cost -> found(cost, perSecond))
                .orElseGet(() -> Rules.RATE_BEYOND_TRIAL.found(perSecond, capacity.inWords())));
    }

    /** Returns the codec's time per message on the thread that it keeps busiest. */
    private static double busiestNanos(CodecCost cost, Scenario scenario, Transport transport) {
        double encodes = cost.encode().nanos() / scenario.topology().producers();
        double decodes = cost.decode().nanos() / transport.consumersPerHop();
        double service = (cost.encode().nanos() + cost.decode().nanos()) / transport.consumersPerHop();
        return scenario.topology().hops() > 1 ? Math.max(encodes, service) : Math.max(encodes, decodes);
    }

    private static Finding found(CodecCost cost, double perSecond) {
        return Rules.CODEC_BEYOND_RATE.found(
                perSecond, cost.name(), DurationText.of(Math.round(cost.nanosPerMessage())));
    }
}
