package io.twohop.explain;

import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.result.Tail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds what delayed a message. A cause covers at least half of the message's latency beyond the median. So does waiting for an
 * earlier message that was delayed itself, of the same producer or at the same sink. Messages that neither explains stay unexplained:
 * no cause is made up.
 */
final class Causes {
    static final String UNEXPLAINED = Tail.UNEXPLAINED;
    static final String BEHIND = "waiting behind one of those";
    static final String BEFORE_MEASURING = "backlog from before measuring";

    private static final double PART = 0.5;
    private static final Comparator<Slow> BY_END = Comparator.comparingLong(Slow::endNanos);

    /** Many short spans fall into any message that takes long for another reason; few long ones do not. */
    private static final int FEW = 3;

    /** A message that took at most this multiple of the median delayed no other. */
    private static final int DELAYED = 2;

    /**
     * One kind of cause.
     *
     * @param together whether all causes add up; then the largest gives its name to the rest
     */
    record Kind(Map<String, Cover> causes, boolean together) {
        static Kind whole(List<Span> spans) {
            return of(spans, false, ofOne -> Cover.ofLargest(ofOne, FEW));
        }

        /** Returns causes that are recorded as whole occurrences, one after the other. */
        static Kind inTurn(List<Span> spans) {
            return of(spans, true, ofOne -> Cover.ofLargest(ofOne, FEW));
        }

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
     * @param kinds possible causes; kinds that explain others come first: a stopped JVM also stalls the sampler
     * @param instants occurrences of unknown length; they explain a message that nothing else does
     * @param measureStartNanos end of warm-up
     */
    Causes(List<Kind> kinds, List<Span> instants, long medianNanos, long measureStartNanos) {
        this.kinds = kinds;
        this.instants = new Spans(instants);
        this.medianNanos = medianNanos;
        this.measureStartNanos = measureStartNanos;
    }

    /** Returns the cause of each message. Messages of warm-up are needed as well, since others may have waited behind them. */
    Map<Slow, String> of(List<Slow> messages) {
        List<Slow> byIntended = new ArrayList<>(messages);
        byIntended.sort(Comparator.comparingLong(Slow::intendedNanos));
        Map<Slow, String> causes = new HashMap<>();
        // Of the delayed messages so far, those that are in flight for longest.
        Map<Integer, Slow> ofProducer = new HashMap<>();
        Map<Integer, Slow> atSink = new HashMap<>();
        for (Slow message : byIntended) {
            String cause = direct(message)
                    .or(() -> Stream.concat(
                                    Stream.ofNullable(ofProducer.get(message.producer())),
                                    Stream.ofNullable(atSink.get(message.place())))
                            .max(BY_END)
                            .filter(ahead -> explains(ahead.endNanos() - message.intendedNanos(), message))
                            .map(this::behind))
                    .orElse(UNEXPLAINED);
            causes.put(message, cause);
            boolean passesOn = !cause.equals(UNEXPLAINED) || message.intendedNanos() < measureStartNanos;
            if (passesOn && message.nanos() > DELAYED * medianNanos) {
                ofProducer.merge(message.producer(), message, BinaryOperator.maxBy(BY_END));
                atSink.merge(message.place(), message, BinaryOperator.maxBy(BY_END));
            }
        }
        return causes;
    }

    private boolean explains(long nanos, Slow message) {
        return nanos >= PART * Math.max(1, message.nanos() - medianNanos);
    }

    private String behind(Slow ahead) {
        return ahead.intendedNanos() < measureStartNanos ? BEFORE_MEASURING : BEHIND;
    }

    /** Returns a cause that overlapped the message for long enough. */
    private Optional<String> direct(Slow message) {
        return kinds.stream()
                .flatMap(kind -> largest(kind, message).stream())
                .findFirst()
                .or(() -> {
                    List<String> within = new ArrayList<>();
                    instants.touching(
                            message.intendedNanos(), message.endNanos(), instant -> within.add(instant.what()));
                    return within.stream().findFirst();
                });
    }

    private Optional<String> largest(Kind kind, Slow message) {
        Optional<String> largest = Optional.empty();
        long most = 0;
        long sum = 0;
        for (Map.Entry<String, Cover> one : kind.causes.entrySet()) {
            long nanos = one.getValue().nanos(message.intendedNanos(), message.endNanos());
            sum += nanos;
            if (nanos > most) {
                most = nanos;
                largest = Optional.of(one.getKey());
            }
        }
        return explains(kind.together ? sum : most, message) ? largest : Optional.empty();
    }
}
