package io.twohop.testing.lying;

import io.twohop.config.ConfigException;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import java.time.Duration;

/**
 * Lies about the messages of one hop. Times count from the first message published on it. A missing time never comes, nor does
 * a message that is due for delivery then. Messages are counted from 1 on each hop.
 *
 * @param hop that is lied on, 1 by default; the other is faithful
 * @param subscriber the only one that is lied to, from 1; all of them by default. What it is not lied to arrives at once
 * @param delivery as it claims: at-most-once, at-least-once or exactly-once; the last by default
 * @param ordered whether it claims that each lane keeps its order; true by default
 * @param orderedByKey whether it claims that each key keeps its order; false by default
 * @param lanes that messages go to in turn, or by their keys; 1 by default. "The lane" below is the first
 * @param acknowledged whether it acknowledges, at once
 * @param acknowledging what is wrong with its acknowledgements; nothing by default
 * @param delay of each message
 * @param delayEvery delays each nth message only
 * @param delayFrom when that begins; at once by default
 * @param delayGrows by so much each second
 * @param batchEvery delivers only at multiples of this time, all that has come since the last; at any time by default
 * @param perSecond messages that it carries at most
 * @param lanePerSecond messages that the lane carries at most
 * @param laneStopsAt when the lane delivers no more
 * @param silentFrom when nothing is delivered any more
 * @param silentUntil when that ends
 * @param loseEvery loses each nth message
 * @param loseFrom when all that is published begins to be lost
 * @param loseUntil when that ends
 * @param repeatEvery delivers each nth message twice
 * @param repeatAfter how long after the first time
 * @param overtakeEvery delivers each nth message 5 ms late, behind others
 * @param refuseEvery refuses to publish each nth message
 * @param failEvery reports each nth message as failed, and loses it
 * @param fullFrom when it takes no more messages
 * @param fullUntil when that ends
 * @param spinning threads of its own that never let a core go; none by default
 * @param tamper what messages are changed into; into nothing else by default
 * @param redelivery how soon it delivers again what was not acknowledged, as it claims; never by default
 */
public record LyingConfig(
        Integer hop,
        Integer subscriber,
        Delivery delivery,
        Boolean ordered,
        boolean orderedByKey,
        Integer lanes,
        boolean acknowledged,
        Acknowledging acknowledging,
        Duration delay,
        Long delayEvery,
        Duration delayFrom,
        Duration delayGrows,
        Duration batchEvery,
        Double perSecond,
        Double lanePerSecond,
        Duration laneStopsAt,
        Duration silentFrom,
        Duration silentUntil,
        Long loseEvery,
        Duration loseFrom,
        Duration loseUntil,
        Long repeatEvery,
        Duration repeatAfter,
        Long overtakeEvery,
        Long refuseEvery,
        Long failEvery,
        Duration fullFrom,
        Duration fullUntil,
        int spinning,
        Tampering tamper,
        Duration redelivery) {
    /**
     * Lies about acknowledgements.
     *
     * @param skipEvery gives none for each nth message
     * @param repeatBehindEvery gives a second one for each message behind an nth
     * @param ahead how much later a message was due than the one that it acknowledges instead
     * @param whenFull acknowledges a message when it is pushed back, and not when it is taken
     * @param onceAwaited acknowledges each message only when acknowledgements are awaited
     * @param awaitedInVain says that it still waits for some, whatever came
     */
    public record Acknowledging(
            Long skipEvery,
            Long repeatBehindEvery,
            Duration ahead,
            boolean whenFull,
            boolean onceAwaited,
            boolean awaitedInVain) {
        public Acknowledging {
            ahead = ahead == null ? Duration.ZERO : ahead;
        }

        boolean isSkipped(long count) {
            return skipEvery != null && count % skipEvery == 0;
        }

        boolean isRepeated(long count) {
            return repeatBehindEvery != null && count % repeatBehindEvery == 1 % repeatBehindEvery;
        }
    }

    public LyingConfig {
        acknowledging =
                acknowledging == null ? new Acknowledging(null, null, null, false, false, false) : acknowledging;
        hop = hop == null ? 1 : hop;
        delivery = delivery == null ? Delivery.EXACTLY_ONCE : delivery;
        ordered = ordered == null || ordered;
        lanes = lanes == null ? 1 : lanes;
        delay = delay == null ? Duration.ZERO : delay;
        delayFrom = delayFrom == null ? Duration.ZERO : delayFrom;
        delayGrows = delayGrows == null ? Duration.ZERO : delayGrows;
        redelivery = redelivery == null ? Duration.ZERO : redelivery;
        repeatAfter = repeatAfter == null ? Duration.ZERO : repeatAfter;
        if (hop < 1 || hop > 2) {
            throw ConfigException.invalid("hop", hop, "1 or 2");
        }
        if (lanes < 1) {
            throw ConfigException.invalid("lanes", lanes, "a whole number from 1 on");
        }
    }

    Guarantees guarantees() {
        return new Guarantees(delivery, ordered, acknowledged, "none: messages live in this process's memory", 1)
                .orderedByKey(orderedByKey);
    }
}
