package io.twohop.engine.protocol;

import io.twohop.account.Interval;
import io.twohop.result.Search;
import java.util.List;
import java.util.function.Consumer;

/** Notifies several listeners in order: those that gather the result come before those that only watch. */
public final class RunListeners implements RunListener {
    private final List<RunListener> all;

    /**
     * @param all the listeners, in the order in which they are notified
     */
    public RunListeners(RunListener... all) {
        this.all = List.of(all);
    }

    @Override
    public void onConnected(String address) {
        each(listener -> listener.onConnected(address));
    }

    @Override
    public void onStarted(Started started) {
        each(listener -> listener.onStarted(started));
    }

    @Override
    public void onInterval(Interval interval) {
        each(listener -> listener.onInterval(interval));
    }

    @Override
    public void onEnded(Ended ended) {
        each(listener -> listener.onEnded(ended));
    }

    @Override
    public void onTrial(Search.Trial trial) {
        each(listener -> listener.onTrial(trial));
    }

    @Override
    public void onSearched(Search search) {
        each(listener -> listener.onSearched(search));
    }

    @Override
    public void onRefused(String reason) {
        each(listener -> listener.onRefused(reason));
    }

    private void each(Consumer<RunListener> notification) {
        all.forEach(notification);
    }
}
