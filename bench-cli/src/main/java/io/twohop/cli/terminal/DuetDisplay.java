package io.twohop.cli.terminal;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.engine.protocol.RunListener;

/**
 * One of two runs in a duet, on a display that both share: each shows its own slices.
 *
 * @param sendingShare the share of a slice in which the run sends, for its rate
 */
public record DuetDisplay(ProgressDisplay display, String run, boolean isFirst, double sendingShare)
        implements RunListener {
    @Override
    public void onStarted(Started started) {
        if (isFirst) {
            display.onStarted(started);
        }
    }

    @Override
    public void onInterval(Interval interval) {
        if (interval.due() > 0 || isFirst && interval.phase() == Phase.DRAIN) {
            synchronized (display) {
                display.second(run + " ", interval.countedOver(sendingShare));
            }
        }
    }

    @Override
    public void onEnded(Ended ended) {
        if (isFirst) {
            display.onEnded(ended);
        }
    }
}
