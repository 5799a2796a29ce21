package io.twohop.engine.trial;

import io.twohop.config.Popularity;
import io.twohop.measure.Window;
import io.twohop.pipeline.LayoutChoice;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Role;
import io.twohop.transport.Transport;
import io.twohop.workload.Arrivals;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Finds out how busy one thread would be that does all the work of a run: some hundred messages go round at a time, by the run's
 * codec, over its transport, on channels of their own. The service is left out, since it may count what it is asked; where the
 * workload says how long it takes, that is added. It goes on until the answer is clear, since code gets faster while it is compiled;
 * for some three seconds at most.
 */
public final class LayoutTrial {
    /** So few that little is left behind, and in all enough to have the way compiled. */
    private static final int MESSAGES_OF_A_PART = 250;

    private static final int MOST_PARTS = 250;

    /** The rest of a part's time is left to the compilers. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

    private static final long LONGEST_PART_NANOS = 2 * PART_NANOS;

    /** A transport that is so far behind is slow, and gets no more to do. */
    private static final int MOST_UNDER_WAY = 4 * MESSAGES_OF_A_PART;

    private static final Duration LONGEST = Duration.ofSeconds(6);

    /** What comes to less than this part of what one thread may be busy, or so much more, needs no further proof. */
    private static final double CLEARLY_LESS = 0.5;

    private static final double CLEARLY_MORE = 4;
    private static final int PARTS_TO_GIVE_UP = 80;

    /** The last ones decide, by their lower quartile: one in which others took the core or its caches says nothing. */
    private static final int DECIDING = 20;

    private static final int FEWEST_DECIDING = 5;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String CHANNELS = "-trial";

    private final NanoClock clock = SystemNanoClock.INSTANCE;
    private final double ratePerSecond;
    private final double workNanos;
    private final double[] shares = new double[MOST_PARTS];
    private int parts;
    private volatile OptionalDouble share = OptionalDouble.empty();

    private LayoutTrial(double ratePerSecond, double workNanos) {
        this.ratePerSecond = ratePerSecond;
        this.workNanos = workNanos;
    }

    /** What is known of the service's work, in the mean. */
    private static double workNanos(ServiceOptions service) {
        return service.time() == null ? 0 : service.time().mean().toNanos();
    }

    /**
     * The part of a core that it takes; empty where the answer would change nothing, and where the trial failed.
     *
     * @param spec what the run's own pipeline will be built from
     */
    public static OptionalDouble singleShare(PipelineSpec<?> spec, Transport transport) throws InterruptedException {
        Workload workload = spec.workload();
        boolean matters = workload.layout() == Layout.AUTO
                && workload.mode() != Mode.THROUGHPUT
                && spec.role() == Role.WHOLE
                && spec.cores() == 2
                && !transport.pollBlocks();
        if (!matters) {
            return OptionalDouble.empty();
        }
        LayoutTrial trial = new LayoutTrial(workload.highestPerSecond(spec.cell()), workNanos(workload.service()));
        // A transport, or a codec, may never come back.
        Thread thread = new Thread(() -> trial.run(spec, transport), "layout-trial");
        thread.setDaemon(true);
        thread.start();
        thread.join(LONGEST.toMillis());
        return trial.share;
    }

    private <T> void run(PipelineSpec<T> spec, Transport transport) {
        Workload workload = Workload.builder()
                .hops(spec.workload().hops())
                .topics(List.of(spec.cell().topics()))
                .producers(List.of(spec.cell().producers()))
                .subscribers(List.of(spec.cell().subscribers()))
                .keys(keys(spec.workload()))
                .rate(MESSAGES_OF_A_PART * NANOS_PER_SECOND / PART_NANOS)
                .arrivals(Arrivals.burst(MESSAGES_OF_A_PART))
                .layout(Layout.SINGLE)
                .warmup(Duration.ZERO)
                .duration(LONGEST)
                .build();
        PipelineSpec<T> trial = new PipelineSpec<>(
                spec.runId() + CHANNELS, workload, spec.cores(), spec.messages().forTrial());
        try (Pipeline pipeline = new Pipeline(trial, transport, clock, this::window)) {
            while (!isDecided() && pipeline.sent() - pipeline.received() < MOST_UNDER_WAY) {
                part(pipeline);
            }
        } catch (Exception e) {
            // The run itself will meet it, and say so.
        }
    }

    /** As many, whichever a message of the run has. */
    private static KeyOptions keys(Workload workload) {
        return workload.messageKeys() != null || workload.keyCount() == 0
                ? workload.messageKeys()
                : KeyOptions.of(workload.keyCount(), Popularity.uniform());
    }

    private Window window() {
        long nowNanos = clock.nanoTime();
        return new Window(nowNanos, nowNanos, nowNanos + LONGEST.toNanos());
    }

    private void part(Pipeline pipeline) throws Exception {
        long before = pipeline.received();
        long messages = 0;
        long startNanos = clock.nanoTime();
        long turnNanos = startNanos;
        long busyNanos = 0;
        while (messages < MESSAGES_OF_A_PART && turnNanos - startNanos < LONGEST_PART_NANOS) {
            int work = pipeline.runOnce();
            long afterNanos = clock.nanoTime();
            busyNanos += work > 0 ? afterNanos - turnNanos : 0;
            turnNanos = afterNanos;
            messages = pipeline.received() - before;
        }
        double nanos = (double) busyNanos / Math.max(1, messages) + workNanos;
        shares[parts++] = nanos * ratePerSecond / NANOS_PER_SECOND;
        LockSupport.parkNanos(PART_NANOS - (turnNanos - startNanos));
    }

    private boolean isDecided() {
        if (parts < FEWEST_DECIDING) {
            return false;
        }
        double[] last = Arrays.copyOfRange(shares, Math.max(0, parts - DECIDING), parts);
        Arrays.sort(last);
        double lowerQuartile = last[last.length / 4];
        share = OptionalDouble.of(lowerQuartile);
        double part = lowerQuartile / LayoutChoice.MOST_BUSY;
        return part <= CLEARLY_LESS || part >= CLEARLY_MORE && parts >= PARTS_TO_GIVE_UP || parts == MOST_PARTS;
    }
}
