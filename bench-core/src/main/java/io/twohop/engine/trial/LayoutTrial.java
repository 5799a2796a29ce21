package io.twohop.engine.trial;

import io.twohop.account.DurationText;
import io.twohop.config.Nanos;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Measures how busy a thread would be that does all the work of a run. Some hundred messages at a time circulate through the
 * run's codec and transport, on channels of their own. The service is left out, since it may count its messages; its time is
 * added if the workload sets it. The trial runs until the answer is clear, since compiled code is faster, for about
 * three seconds at most. Time in which other programs had the core does not count. If the transport falls behind, as a server
 * does that has just started, the trial starts over with fewer messages.
 */
public final class LayoutTrial {
    /** Messages of a part in each attempt: few enough to leave little behind, and at first enough to get the code compiled. */
    private static final int[] MESSAGES_OF_A_PART = {250, 100, 25, 10};

    private static final int MOST_PARTS = 250;

    /** Length of a part; the compilers get the time that messages leave. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

    private static final long LONGEST_PART_NANOS = 2 * PART_NANOS;

    /** Messages in flight from which on the transport counts as slow and gets no more. */
    private static final int MOST_UNDER_WAY = 1_000;

    /** Maximum wait of an attempt for its outstanding messages. */
    private static final long LEFT_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Time after which no attempt starts, and each ends. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Time after which a call counts as blocked. */
    private static final Duration BLOCKED = Duration.ofSeconds(8);

    /** Factors of the most that one thread may be busy, beyond which the answer is clear. */
    private static final double CLEARLY_LESS = 0.5;

    private static final double CLEARLY_MORE = 4;
    private static final int PARTS_TO_GIVE_UP = 80;

    /**
     * Number of parts at the end that decide, by their lower quartile: a part in which other programs used the caches says
     * nothing.
     */
    private static final int DECIDING = 20;

    private static final int FEWEST_DECIDING = 5;

    /** Length of a pass from which on the trial asks whether other programs had the core. */
    private static final long LONG_PASS_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

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

    /** Returns the mean time of the service's work, as far as the workload sets it. */
    private static double workNanos(ServiceOptions service) {
        return Optional.ofNullable(service.time())
                .map(time -> time.mean().toNanos())
                .orElse(0L);
    }

    /** Counts the time for which a thread was ready to run while others had its core. */
    interface Waits extends AutoCloseable {
        /** Starts counting; the thread's first call. */
        void begin();

        /** Returns nanoseconds since the thread started. */
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
     * @param waits counts for the trial's thread
     * @param blocked real time after which a call counts as blocked
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

    /** Runs the trial on a thread of its own, since a transport or a codec may block. */
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
        return Optional.ofNullable(outcome.get()).orElseGet(() -> blocked(thread, blocked));
    }

    private static SingleThread blocked(Thread thread, Duration blocked) {
        StackTraceElement[] stack = thread.getStackTrace();
        thread.interrupt();
        return SingleThread.blocked("no return within " + DurationText.of(blocked.toNanos()) + " from "
                + (stack.length == 0 ? "its thread" : stack[0].toString()));
    }

    /** Runs attempts until one succeeds. Each has channels of its own, so that it meets no message of the one before. */
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

    /** Returns the reason why the attempt did not succeed; empty if it did. */
    private <T> String attempt(PipelineSpec<T> run, int messages, long endNanos) throws Exception {
        Load load = new Load(
                new Pace.Constant(messages * Nanos.PER_SECOND / PART_NANOS),
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

    /** Lets the transport catch up, so that the next attempt meets no message of this one. */
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
                // Without other programs the pass would have spent no time on the run queue.
                long othersNanos = waits.nanos() - waitedNanos;
                waitedNanos += othersNanos;
                tookNanos = Math.max(0, tookNanos - othersNanos);
                turnNanos = clock.nanoTime();
            }
            busyNanos += work > 0 ? tookNanos : 0;
            messages = pipeline.received() - before;
        }
        parts++;
        // A part in which nothing arrived shows the cost of sending alone.
        if (messages > 0) {
            double nanos = (double) busyNanos / messages + workNanos;
            shares[measured++] = nanos * ratePerSecond / Nanos.PER_SECOND;
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
