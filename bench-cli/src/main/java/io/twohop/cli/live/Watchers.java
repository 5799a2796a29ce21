package io.twohop.cli.live;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.result.BenchmarkResult;
import java.util.ArrayList;
import java.util.List;

/** Any number of watchers as one. */
public final class Watchers implements Watcher {
    private final List<Watcher> all = new ArrayList<>();

    /** Adds a watcher and takes over closing it. */
    public <T extends Watcher> T add(T watcher) {
        all.add(watcher);
        return watcher;
    }

    @Override
    public RunListener begin(Watched run) {
        return new RunListeners(all.stream().map(each -> each.begin(run)).toArray(RunListener[]::new));
    }

    @Override
    public void judged(Watched run, BenchmarkResult result) {
        all.forEach(each -> each.judged(run, result));
    }

    @Override
    public void close() {
        all.forEach(Watcher::close);
    }
}
