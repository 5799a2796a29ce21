package io.twohop.judge;

import io.twohop.result.Fork;
import io.twohop.result.Subscriber;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Judges each subscriber of a fork by itself: one that misses messages, or is slow, would hide among the others. */
final class EachSubscriber {
    /** More than these are counted. */
    private static final int NAMED = 3;

    private EachSubscriber() {}

    /** The reasons of a rule against any subscriber, which name it; what holds of all is said once. */
    static List<String> reasons(Fork fork, Function<Fork, List<String>> rule) {
        if (fork.subscribers().isEmpty()) {
            return rule.apply(fork);
        }
        List<List<String>> each = new ArrayList<>();
        for (Subscriber subscriber : fork.subscribers()) {
            each.add(rule.apply(fork.of(subscriber)));
        }
        Set<String> ofAll = new LinkedHashSet<>(each.get(0));
        each.forEach(ofAll::retainAll);
        List<String> reasons = new ArrayList<>(ofAll);
        int accused = 0;
        for (int i = 0; i < each.size(); i++) {
            String name = "subscriber " + fork.subscribers().get(i).number() + ": ";
            List<String> its = each.get(i).stream()
                    .filter(reason -> !ofAll.contains(reason))
                    .toList();
            accused += its.isEmpty() ? 0 : 1;
            if (accused <= NAMED) {
                its.forEach(reason -> reasons.add(name + reason));
            }
        }
        if (accused > NAMED) {
            reasons.add("and " + (accused - NAMED) + " more subscribers; see subscribers in result.json");
        }
        return reasons;
    }
}
