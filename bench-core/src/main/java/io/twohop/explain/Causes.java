package io.twohop.explain;

import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.result.Tail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds what delayed a message. Something is the cause if it covers at least half of what the message took beyond the
 * median; and so it is if that was spent waiting for an earlier message that was delayed itself, of the same producer or at
 * the same sink. What neither explains stays unexplained: no cause is made up.
 */
final class Causes {
    static final String UNEXPLAINED = Tail.UNEXPLAINED;
    static final String BEHIND = "waiting behind one of those";
    static final String BEFORE_MEASURING = "backlog from before measuring";

    private static final double PART = 0.5;

    /** Many short spans fall into any message that takes long for another reason; few long ones do not. */
    private static final int FEW = 3;

    /** A message that took at most this multiple of the median held nobody up. */
    private static final int DELAYED = 2;

    /**
     * One kind of cause.
     *
     * @param causes by name, and what they cover
     * @param together whether all of them add up, of which the largest gives its name to the rest
     */
    record Kind(Map<String, Cover> causes, boolean together) {
        /** Returns causes that are recorded as whole occurrences. */
        static Kind whole(List<Span> spans) {
            return of(spans, false, ofOne -> Cover.ofLargest(ofOne, FEW));
        }

        /** Returns causes that are recorded as whole occurrences, one after the other. */
        static Kind inTurn(List<Span> spans) {
            return of(spans, true, ofOne -> Cover.ofLargest(ofOne, FEW));
        }

        /** Returns causes that are recorded in pieces, one a sample. */
        static Kind inPieces(List<Span> spans) {
            return of(spans, false, Cover::ofPieces);
        }

        private static Kind of(List<Span> spans, boolean together, Function<List<Span>, Cover> cover) {
            Map<String, List<Span>> byName = new TreeMap<>();
            spans.forEach(span -> byName.computeIfAbsent(span.what(), what -> new ArrayList<>())
                    .add(span));
            Map<String, Cover> causes = new TreeMap<>();
            byName.forEach((name, its) -> causes.put(name, cover.apply(its)));
            return new Kind(causes, together);
        }
    }

    private final List<Kind> kinds;
    private final Spans instants;
    private final long medianNanos;
    private final long measureStartNanos;

    /**
     * @param kinds possible causes, those first that explain the others: a stopped JVM also stalls the sampler
     * @param instants what has no length that is known; explains a message that it fell into when nothing else does
     * @param medianNanos of the run
     * @param measureStartNanos where warm-up ended
     */
    Causes(List<Kind> kinds, List<Span> instants, long medianNanos, long measureStartNanos) {
        this.kinds = kinds;
        this.instants = new Spans(instants);
        this.medianNanos = medianNanos;
        this.measureStartNanos = measureStartNanos;
    }

    /** The cause of each message; those of warm-up belong to it as well, since others may have waited behind them. */
    Map<Slow, String> of(List<Slow> messages) {
        List<Slow> byIntended = new ArrayList<>(messages);
        byIntended.sort(Comparator.comparingLong(Slow::intendedNanos));
        Map<Slow, String> causes = new HashMap<>();
        // Of the delayed ones so far, those that are under way for longest.
        Map<Integer, Slow> ofProducer = new HashMap<>();
        Map<Integer, Slow> atSink = new HashMap<>();
        for (Slow message : byIntended) {
            String cause = direct(message);
            if (cause == null) {
                Slow ahead = later(ofProducer.get(message.producer()), atSink.get(message.place()));
                cause = ahead != null && explains(ahead.endNanos() - message.intendedNanos(), message)
                        ? behind(ahead)
                        : UNEXPLAINED;
            }
            causes.put(message, cause);
            boolean passesOn = !cause.equals(UNEXPLAINED) || message.intendedNanos() < measureStartNanos;
            if (passesOn && message.nanos() > DELAYED * medianNanos) {
                ofProducer.merge(message.producer(), message, Causes::later);
                atSink.merge(message.place(), message, Causes::later);
            }
        }
        return causes;
    }

    /** The one that is under way for longer; either may be null. */
    private static Slow later(Slow one, Slow other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.endNanos() > one.endNanos() ? other : one;
    }

    private boolean explains(long nanos, Slow message) {
        return nanos >= PART * Math.max(1, message.nanos() - medianNanos);
    }

    private String behind(Slow ahead) {
        return ahead.intendedNanos() < measureStartNanos ? BEFORE_MEASURING : BEHIND;
    }

    /** What overlapped it for long enough, or null. */
    private String direct(Slow message) {
        for (Kind kind : kinds) {
            String cause = largest(kind, message);
            if (cause != null) {
                return cause;
            }
        }
        List<String> within = new ArrayList<>();
        instants.touching(message.intendedNanos(), message.endNanos(), instant -> within.add(instant.what()));
        return within.isEmpty() ? null : within.get(0);
    }

    /** What explains a message most, of one kind; or null. */
    private String largest(Kind kind, Slow message) {
        String largest = null;
        long most = 0;
        long sum = 0;
        for (Map.Entry<String, Cover> one : kind.causes.entrySet()) {
            long nanos = one.getValue().nanos(message.intendedNanos(), message.endNanos());
            sum += nanos;
            if (nanos > most) {
                most = nanos;
                largest = one.getKey();
            }
        }
        return explains(kind.together ? sum : most, message) ? largest : null;
    }
}
