package io.twohop.engine.protocol;

import io.twohop.account.Interval;
import io.twohop.result.Search;

/** Passes on all reports as messages. */
interface Relay extends RunListener {
    void say(ChildMessage message);

    @Override
    default void onConnected(String address) {
        say(new ChildMessage.Connected(address));
    }

    @Override
    default void onStarted(Started started) {
        say(new ChildMessage.WarmupBegan(started));
    }

    @Override
    default void onInterval(Interval interval) {
        say(new ChildMessage.IntervalOver(interval));
    }

    @Override
    default void onEnded(Ended ended) {
        say(new ChildMessage.RunOver(ended));
    }

    @Override
    default void onTrial(Search.Trial trial) {
        say(new ChildMessage.RateTried(trial));
    }

    @Override
    default void onSearched(Search search) {
        say(new ChildMessage.SearchOver(search));
    }

    @Override
    default void onRefused(String reason) {
        say(new ChildMessage.Refused(reason));
    }
}
