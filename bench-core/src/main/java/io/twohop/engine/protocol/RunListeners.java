package io.twohop.engine.protocol;

import java.util.List;

/** Notifies several listeners in order: those that gather the result come before those that only watch. */
public final class RunListeners implements Relay {
    private final List<RunListener> all;

    /**
     * @param all the listeners, in the order in which they are notified
     */
    public RunListeners(RunListener... all) {
        this.all = List.of(all);
    }

    @Override
    public void say(ChildMessage message) {
        all.forEach(message::deliverTo);
    }
}
