package io.twohop.judge;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.finding.Severity;
import io.twohop.result.Fork;
import io.twohop.result.Subscriber;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Judges each subscriber of a fork by itself: a subscriber that misses messages, or is slow, would hide among the others. */
final class EachSubscriber {
    /** Number of subscribers that are named; further ones are counted. */
    private static final int NAMED = 3;

    private EachSubscriber() {}

    /** Returns the findings of a rule, each with the subscriber's number; a finding about all subscribers is stated once. */
    static List<Finding> reasons(Fork fork, Function<Fork, List<Finding>> rule) {
        if (fork.subscribers().isEmpty()) {
            return rule.apply(fork);
        }
        List<List<Finding>> each = new ArrayList<>();
        for (Subscriber subscriber : fork.subscribers()) {
            each.add(rule.apply(fork.of(subscriber)));
        }
        Set<Finding> ofAll = new LinkedHashSet<>(each.get(0));
        each.forEach(ofAll::retainAll);
        List<Finding> reasons = new ArrayList<>(ofAll);
        int accused = 0;
        for (int i = 0; i < each.size(); i++) {
            String name = "subscriber " + fork.subscribers().get(i).number();
            List<Finding> its = each.get(i).stream()
                    .filter(reason -> !ofAll.contains(reason))
                    .toList();
            accused += its.isEmpty() ? 0 : 1;
            if (accused <= NAMED) {
                its.forEach(reason -> reasons.add(reason.of(name)));
            }
        }
        if (accused > NAMED) {
            Severity severity = reasons.get(reasons.size() - 1).severity();
            reasons.add(Rules.MORE_SUBSCRIBERS.found(accused - NAMED).as(severity));
        }
        return reasons;
    }
}
