package io.twohop.engine;

import io.twohop.account.Interval;
import io.twohop.engine.protocol.ForkMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.Search;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes what a listener is notified of as messages to the parent; lines go out whole and at once. Any thread. */
final class ForkReporter implements RunListener {
    private final OutputStream out;

    ForkReporter(OutputStream out) {
        this.out = out;
    }

    @Override
    public void onConnected(String address) {
        write(new ForkMessage.Connected(address));
    }

    /** A sign of life while others are waited for. */
    void onWaiting() {
        write(new ForkMessage.Waiting());
    }

    @Override
    public void onStarted(Started started) {
        write(new ForkMessage.WarmupBegan(started));
    }

    @Override
    public void onInterval(Interval interval) {
        write(new ForkMessage.IntervalOver(interval));
    }

    @Override
    public void onEnded(Ended ended) {
        write(new ForkMessage.RunOver(ended));
    }

    @Override
    public void onTrial(Search.Trial trial) {
        write(new ForkMessage.RateTried(trial));
    }

    @Override
    public void onSearched(Search search) {
        write(new ForkMessage.SearchOver(search));
    }

    @Override
    public void onRefused(String reason) {
        write(new ForkMessage.NothingMeasured(reason));
    }

    private synchronized void write(ForkMessage message) {
        try {
            out.write((Protocol.line(message) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            // Nobody listens any more. What watches for that ends this process.
        }
    }
}
