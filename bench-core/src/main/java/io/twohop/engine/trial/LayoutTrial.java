package io.twohop.engine.trial;

import io.twohop.account.DurationText;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.measure.Window;
import io.twohop.pipeline.LayoutChoice;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.SingleThread;
import io.twohop.recording.RunQueue;
import io.twohop.transport.Transport;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Placement;
import io.twohop.workload.Scenario;
import io.twohop.workload.ServiceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Finds out how busy one thread would be that does all the work of a run: some hundred messages go round at a time, by the run's
 * codec, over its transport, on channels of their own. The service is left out, since it may count what it is asked; where the
 * workload says how long it takes, that is added. It goes on until the answer is clear, since code gets faster while it is compiled;
 * for some three seconds at most. Time in which other programs had the core does not count. A transport that falls behind, as a
 * server does that has just started, is tried again with fewer messages.
 */
public final class LayoutTrial {
    /** Messages of a part in each attempt: few enough that little is left behind, and the first enough to have the way compiled. */
    private static final int[] MESSAGES_OF_A_PART = {250, 100, 25, 10};

    private static final int MOST_PARTS = 250;

    /** The rest of a part's time is left to the compilers. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

    private static final long LONGEST_PART_NANOS = 2 * PART_NANOS;

    /** A transport that is so far behind is slow, and gets no more to do. */
    private static final int MOST_UNDER_WAY = 1_000;

    /** How long an attempt waits for messages that it left behind. */
    private static final long LEFT_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Time after which no attempt begins, and each ends. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A call that has not returned by now is taken for one that never will. */
    private static final Duration BLOCKED = Duration.ofSeconds(8);

    /** What comes to less than this part of what one thread may be busy, or so much more, needs no further proof. */
    private static final double CLEARLY_LESS = 0.5;

    private static final double CLEARLY_MORE = 4;
    private static final int PARTS_TO_GIVE_UP = 80;

    /** The last ones decide, by their lower quartile: one in which others took the caches says nothing. */
    private static final int DECIDING = 20;

    private static final int FEWEST_DECIDING = 5;

    /** A pass that took longer is asked whether other programs had the core meanwhile. */
    private static final long LONG_PASS_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String THREAD = "layout-trial";
    private static final String CHANNELS = "-trial";

    private final PipelineSpec<?> spec;
    private final Transport transport;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Waits waits;
    private final double ratePerSecond;
    private final double workNanos;
    private final double[] shares = new double[MOST_PARTS];
    private int parts;
    private int measured;
    private int attempts;

    private LayoutTrial(PipelineSpec<?> spec, Transport transport, NanoClock clock, LongConsumer pause, Waits waits) {
        this.spec = spec;
        this.transport = transport;
        this.clock = clock;
        this.pause = pause;
        this.waits = waits;
        this.ratePerSecond = spec.scenario().load().highestPerSecond();
        this.workNanos = workNanos(spec.scenario().service());
    }

    /** What is known of the service's work, in the mean. */
    private static double workNanos(ServiceOptions service) {
        return service.time() == null ? 0 : service.time().mean().toNanos();
    }

    /** How long a thread was ready to run while others had its core. */
    interface Waits extends AutoCloseable {
        /** The thread's first call. */
        void begin();

        /** Nanoseconds since the thread started. */
        long nanos();

        @Override
        void close();
    }

    /** Linux's count for the trial's thread; 0 elsewhere. */
    private static final class OwnWaits implements Waits {
        private RunQueue queue;

        @Override
        public void begin() {
            queue = new RunQueue(Path.of("/proc"), List.of(THREAD));
        }

        @Override
        public long nanos() {
            return queue.threads() > 0 && queue.read(0) ? queue.waitedNanos() : 0;
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    /**
     * Tries one thread, unless the answer would change nothing.
     *
     * @param spec what the run's own pipeline will be built from
     */
    public static SingleThread of(PipelineSpec<?> spec, Transport transport) throws InterruptedException {
        return of(spec, transport, SystemNanoClock.INSTANCE, LockSupport::parkNanos, new OwnWaits(), BLOCKED);
    }

    /**
     * @param pause lets a number of nanoseconds pass on the clock
     * @param waits of the trial's thread
     * @param blocked real time after which a call is taken for one that never returns
     */
    static SingleThread of(
            PipelineSpec<?> spec,
            Transport transport,
            NanoClock clock,
            LongConsumer pause,
            Waits waits,
            Duration blocked)
            throws InterruptedException {
        Scenario scenario = spec.scenario();
        boolean matters = scenario.placement().layout() == Layout.AUTO
                && !scenario.load().closedLoop()
                && spec.role() == Role.WHOLE
                && spec.cores() == 2
                && transport.busyThreads() == 0
                && !transport.pollBlocks();
        return matters ? new LayoutTrial(spec, transport, clock, pause, waits).within(blocked) : SingleThread.NOT_TRIED;
    }

    /** A transport, or a codec, may never come back. */
    private SingleThread within(Duration blocked) throws InterruptedException {
        AtomicReference<SingleThread> outcome = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    waits.begin();
                    try (waits) {
                        outcome.set(run());
                    }
                },
                THREAD);
        thread.setDaemon(true);
        thread.start();
        thread.join(blocked.toMillis());
        SingleThread known = outcome.get();
        if (known != null) {
            return known;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        thread.interrupt();
        return SingleThread.blocked("no return within " + DurationText.of(blocked.toNanos()) + " from "
                + (stack.length == 0 ? "its thread" : stack[0].toString()));
    }

    /** Each attempt has channels of its own, so that it meets nothing that the one before left behind. */
    private SingleThread run() {
        long endNanos = clock.nanoTime() + LONGEST_NANOS;
        String cause = "";
        for (int messages : MESSAGES_OF_A_PART) {
            if (clock.nanoTime() - endNanos >= 0) {
                break;
            }
            try {
                cause = attempt(spec, messages, endNanos);
            } catch (Exception | Error e) {
                cause = Secrets.redact(e.toString());
            }
            if (cause.isEmpty()) {
                return SingleThread.busy(lowerQuartile());
            }
        }
        return measured >= FEWEST_DECIDING
                ? SingleThread.busy(lowerQuartile())
                : SingleThread.failed(cause + (attempts == 1 ? "" : " (in the last of " + attempts + " attempts)"));
    }

    /** Returns why it came to no end; empty where it did. */
    private <T> String attempt(PipelineSpec<T> run, int messages, long endNanos) throws Exception {
        Load load = new Load(
                new Pace.Constant(messages * NANOS_PER_SECOND / PART_NANOS),
                Arrivals.burst(messages),
                Duration.ZERO,
                Duration.ofNanos(LONGEST_NANOS),
                run.scenario().load().drain());
        Scenario scenario = run.scenario()
                .with(load)
                .with(new Placement(Layout.SINGLE, Idle.AUTO, List.of()))
                .with(ServiceOptions.byDefault());
        attempts++;
        parts = 0;
        measured = 0;
        PipelineSpec<T> trial = new PipelineSpec<>(
                run.runId() + CHANNELS + attempts,
                scenario,
                run.cores(),
                run.messages().forTrial());
        try (Pipeline pipeline = new Pipeline(trial, transport, clock, this::window)) {
            while (!isDecided() && clock.nanoTime() - endNanos < 0) {
                if (pipeline.sent() - pipeline.received() >= MOST_UNDER_WAY) {
                    return leftBehind(pipeline);
                }
                part(pipeline, messages);
                if (pipeline.publishFailure().isPresent()) {
                    return "a message could not be published: "
                            + Secrets.redact(pipeline.publishFailure().get());
                }
            }
            return measured >= FEWEST_DECIDING ? "" : arrived(pipeline);
        }
    }

    /** Lets the transport catch up, so that what is left does not meet the next attempt. */
    private String leftBehind(Pipeline pipeline) throws Exception {
        String cause = arrived(pipeline);
        long endNanos = clock.nanoTime() + LEFT_BEHIND_NANOS;
        while (pipeline.sent() > pipeline.received() && clock.nanoTime() - endNanos < 0) {
            pipeline.receiveOnce();
        }
        return cause;
    }

    private static String arrived(Pipeline pipeline) {
        return Texts.format("%,d of %,d messages had arrived", pipeline.received(), pipeline.sent());
    }

    private Window window() {
        long nowNanos = clock.nanoTime();
        return new Window(nowNanos, nowNanos, nowNanos + LONGEST_NANOS);
    }

    private void part(Pipeline pipeline, int most) throws Exception {
        long before = pipeline.received();
        long messages = 0;
        long startNanos = clock.nanoTime();
        long turnNanos = startNanos;
        long busyNanos = 0;
        long waitedNanos = waits.nanos();
        while (messages < most && turnNanos - startNanos < LONGEST_PART_NANOS) {
            int work = pipeline.runOnce();
            long afterNanos = clock.nanoTime();
            long tookNanos = afterNanos - turnNanos;
            turnNanos = afterNanos;
            if (tookNanos > LONG_PASS_NANOS) {
                // Without others the pass would have taken no time on the run queue.
                long othersNanos = waits.nanos() - waitedNanos;
                waitedNanos += othersNanos;
                tookNanos = Math.max(0, tookNanos - othersNanos);
                turnNanos = clock.nanoTime();
            }
            busyNanos += work > 0 ? tookNanos : 0;
            messages = pipeline.received() - before;
        }
        parts++;
        // A part in which nothing arrived says what sending costs, and nothing of the whole way.
        if (messages > 0) {
            double nanos = (double) busyNanos / messages + workNanos;
            shares[measured++] = nanos * ratePerSecond / NANOS_PER_SECOND;
        }
        pause.accept(PART_NANOS - (turnNanos - startNanos));
    }

    private boolean isDecided() {
        if (measured < FEWEST_DECIDING) {
            return parts == MOST_PARTS;
        }
        double part = lowerQuartile() / LayoutChoice.MOST_BUSY;
        return part <= CLEARLY_LESS || part >= CLEARLY_MORE && parts >= PARTS_TO_GIVE_UP || parts == MOST_PARTS;
    }

    private double lowerQuartile() {
        double[] last = Arrays.copyOfRange(shares, Math.max(0, measured - DECIDING), measured);
        Arrays.sort(last);
        return last[last.length / 4];
    }
}
