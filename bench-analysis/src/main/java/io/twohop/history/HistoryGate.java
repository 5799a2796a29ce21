package io.twohop.history;

import io.twohop.compare.Gate;
import io.twohop.history.History.SeriesHistory;
import java.util.List;
import java.util.Optional;

/**
 * A gate over a history, such as {@code endToEnd.p99 > 5%}: it fails if the newest results of a series are worse by more,
 * because of a change that is still new.
 *
 * @param gate metric, and its largest allowed regression
 * @param newest results of a series; a change whose first result is among them is new
 */
public record HistoryGate(Gate gate, int newest) {
    /** The judgement of a series. */
    public enum Answer {
        /** The series has no larger change for the worse that is new and lasting, or has ended. */
        PASSED,
        /** A new and lasting change for the worse is larger. */
        FAILED,
        /** Too few results, or the newest cannot be used. */
        NOT_JUDGED
    }

    /**
     * The judgement with its reason.
     *
     * @param share by which the metric is worse; empty unless it failed, and if the metric was 0
     * @param change that caused it; empty unless it failed
     * @param why it was not judged; empty if it was
     */
    public record Ruling(Answer answer, Optional<Double> share, Optional<Change> change, String why) {
        private static Ruling notJudged(String why) {
            return new Ruling(Answer.NOT_JUDGED, Optional.empty(), Optional.empty(), why);
        }
    }

    private static final Ruling PASS = new Ruling(Answer.PASSED, Optional.empty(), Optional.empty(), "");

    /** Judges a series. A series has ended, and decides nothing, once as many results of another machine or JVM follow it. */
    public Ruling rule(SeriesHistory history) {
        Series series = history.series();
        if (series.replacedBy() >= newest) {
            return PASS;
        }
        return history.metrics().stream()
                .filter(each -> each.metric().equals(gate.metric()))
                .findFirst()
                .map(metric -> rule(series, metric))
                .orElseGet(() -> Ruling.notJudged("none of the results tells it"));
    }

    private Ruling rule(Series series, MetricHistory metric) {
        List<Point> tested = metric.tested();
        if (!metric.isLongEnough()) {
            return Ruling.notJudged(
                    metric.needed() + " results that can be tested are needed, and there are " + tested.size());
        }
        DatedResult last = series.last();
        if (!last.equals(tested.get(tested.size() - 1).result())) {
            return Ruling.notJudged(
                    "the newest result, " + last.name() + ", cannot be tested: " + why(last, metric.points()));
        }
        return metric.changes().stream()
                .filter(change -> change.at() >= tested.size() - newest)
                .map(change -> rule(change, metric.levels()))
                .filter(ruling -> ruling.answer() == Answer.FAILED)
                .findFirst()
                .orElse(PASS);
    }

    private static String why(DatedResult last, List<Point> points) {
        return last.flaw()
                .orElseGet(
                        () -> points.stream().anyMatch(point -> point.result().equals(last))
                                ? "the machine may have decided it"
                                : "not every fork tells it");
    }

    /** A change that was fixed, or a smaller one, passes. */
    private Ruling rule(Change change, List<Double> levels) {
        double now = levels.get(levels.size() - 1);
        boolean worse = change.isWorse() && Change.isWorse(gate.metric(), change.from(), now);
        Optional<Double> share = change.from() == 0 ? Optional.empty() : Optional.of(now / change.from() - 1);
        return worse && share.map(by -> Math.abs(by) > gate.most()).orElse(true)
                ? new Ruling(Answer.FAILED, share, Optional.of(change), "")
                : PASS;
    }
}
