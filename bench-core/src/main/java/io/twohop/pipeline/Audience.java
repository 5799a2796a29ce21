package io.twohop.pipeline;

import io.twohop.account.Accounting;
import io.twohop.account.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The subscribers of a run, each with books of its own. A message counts as arrived when every subscriber has it, so
 * totals are those of the subscriber that received least. The monitor's thread.
 */
final class Audience {
    private final List<Books> subscribers;

    /** @param subscribers one at least */
    Audience(List<Books> subscribers) {
        this.subscribers = List.copyOf(subscribers);
    }

    int size() {
        return subscribers.size();
    }

    /** Returns a subscriber's books. The books of each include the services. */
    Books of(int subscriber) {
        return subscribers.get(subscriber);
    }

    long received() {
        return least(Books::received);
    }

    long arrivedBytes() {
        return least(Books::arrivedBytes);
    }

    long completedInWindow() {
        return least(Books::completedInWindow);
    }

    boolean everyMessageArrived() {
        return subscribers.stream().allMatch(Books::everyMessageArrived);
    }

    List<Progress> progress() {
        return subscribers.stream().map(Books::progress).toList();
    }

    List<Accounting> close(List<Progress> before, long untilNanos) {
        List<Accounting> accounts = new ArrayList<>();
        for (int i = 0; i < subscribers.size(); i++) {
            accounts.add(subscribers.get(i).close(before.stream().skip(i).findFirst(), untilNanos));
        }
        return accounts;
    }

    private long least(ToLongFunction<Books> count) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < subscribers.size(); i++) {
            least = Math.min(least, count.applyAsLong(subscribers.get(i)));
        }
        return least;
    }
}
