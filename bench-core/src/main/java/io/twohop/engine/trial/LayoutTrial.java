package io.twohop.engine.trial;

import io.twohop.account.DurationText;
import io.twohop.account.LayoutCapacity;
import io.twohop.config.Nanos;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.measure.Window;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Role;
import io.twohop.transport.Transport;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Placement;
import io.twohop.workload.Scenario;
import io.twohop.workload.ServiceOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Measures what one thread and two can carry of a run's messages. For some milliseconds at a time, messages circulate as fast as they can
 * through the run's codec and transport, on channels of their own; a capacity is their number by the time that the busiest thread worked
 * for them. The service is left out, since it may count its messages; its time is added if the workload sets it. Both layouts are tried
 * in turns, since code that is compiled meanwhile is faster, until neither gains or each carries far more than the rate. Time in which
 * other programs had the core does not count, and of all parts a good one decides: a slower one met other work.
 */
public final class LayoutTrial {
    /** Length of a part, and of the time in it in which messages are sent; the compilers get the rest. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

    private static final long SENDING_NANOS = PART_NANOS / 2;

    private static final int PARTS_OF_A_ROUND = 25;

    /** Number of rounds from which on one without a gain is a layout's last. */
    private static final int FEWEST_ROUNDS = 3;

    private static final int MOST_ROUNDS = 8;

    /** A round gains if its fastest part takes less than this share of the fastest one before. */
    private static final double GAIN = 0.95;

    /** Number of parts from which on a layout may be clearly fast enough. */
    private static final int FEWEST_PARTS = 5;

    /** Part of the parts that are faster than the one that decides. */
    private static final int FASTER = 10;

    /** Messages due per second: more than a thread carries. */
    private static final double DUE_PER_SECOND = 2e6;

    private static final int MOST_IN_FLIGHT = 256;

    /** Bytes that a layout may leave behind, on all hops together. */
    private static final long MOST_BYTES = 1 << 27;

    /** Messages that a layout may leave behind, in seconds of the run. */
    private static final double MOST_SECONDS = 1;

    /** Time after which the trial ends. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Time after which a call counts as blocked. */
    private static final Duration BLOCKED = Duration.ofSeconds(8);

    /** Multiple of the rate from which on a capacity is clearly enough. */
    private static final double CLEARLY_MORE = 3;

    /** Part of a capacity that a rate may use. The code of a trial, which is not fully compiled, is a reserve as well. */
    private static final double MOST_USED = 0.95;

    /** Part of a capacity that a rate may use if the trial does not know how long the service works. */
    private static final double MOST_USED_BESIDE_A_SERVICE = 0.6;

    private static final String THREAD = "layout-trial";

    private final PipelineSpec<?> spec;
    private final Transport transport;
    private final Machine machine;
    private final NanoClock clock;
    private final double ratePerSecond;
    private final double workNanos;
    private final long mostMessages;
    private long endNanos;

    private LayoutTrial(PipelineSpec<?> spec, Transport transport, Machine machine) {
        this.spec = spec;
        this.transport = transport;
        this.machine = machine;
        this.clock = machine.clock();
        this.ratePerSecond = spec.scenario().load().highestPerSecond();
        this.workNanos = workNanos(spec.scenario().service());
        long bytes = (long) spec.messages().typicalMessageBytes()
                * spec.scenario().topology().hops();
        this.mostMessages = (long) Math.min(MOST_SECONDS * ratePerSecond, (double) MOST_BYTES / bytes);
    }

    /**
     * The clock and the threads of a trial.
     *
     * @param pause lets a number of nanoseconds pass on the clock
     * @param waits makes the count for the thread of a name, which calls it
     * @param second starts the thread that does the second half of two threads' turns
     */
    record Machine(
            NanoClock clock,
            LongConsumer pause,
            Function<String, Waits> waits,
            Function<Supplier<Turns>, Second> second) {
        static final Machine REAL =
                new Machine(SystemNanoClock.INSTANCE, LockSupport::parkNanos, Waits::of, SecondThread::new);
    }

    /** Returns the mean time of the service's work, as far as the workload sets it. */
    private static double workNanos(ServiceOptions service) {
        return Optional.ofNullable(service.time())
                .map(time -> time.mean().toNanos())
                .orElse(0L);
    }

    /**
     * Tries one thread and two, unless the answer would change nothing.
     *
     * @param spec what the run's own pipeline will be built from
     */
    public static LayoutTried of(PipelineSpec<?> spec, Transport transport) throws InterruptedException {
        return of(spec, transport, Machine.REAL, BLOCKED);
    }

    /** @param blocked real time after which a call counts as blocked */
    static LayoutTried of(PipelineSpec<?> spec, Transport transport, Machine machine, Duration blocked)
            throws InterruptedException {
        Scenario scenario = spec.scenario();
        boolean matters = scenario.placement().layout() == Layout.AUTO
                && !scenario.load().closedLoop()
                && spec.role() == Role.WHOLE
                && spec.cores() == 2
                && transport.busyThreads() == 0
                && !transport.pollBlocks();
        return matters ? new LayoutTrial(spec, transport, machine).within(blocked) : LayoutTried.NOT_TRIED;
    }

    /** Runs the trial on a thread of its own, since a transport or a codec may block. */
    private LayoutTried within(Duration blocked) throws InterruptedException {
        AtomicReference<LayoutTried> outcome = new AtomicReference<>();
        Thread thread = new Thread(() -> outcome.set(run()), THREAD);
        thread.setDaemon(true);
        thread.start();
        thread.join(blocked.toMillis());
        return Optional.ofNullable(outcome.get()).orElseGet(() -> blocked(thread, blocked));
    }

    private static LayoutTried blocked(Thread thread, Duration blocked) {
        StackTraceElement[] stack = thread.getStackTrace();
        thread.interrupt();
        return LayoutTried.blocked("no return within " + DurationText.of(blocked.toNanos()) + " from "
                + (stack.length == 0 ? "its thread" : stack[0].toString()));
    }

    private LayoutTried run() {
        endNanos = clock.nanoTime() + LONGEST_NANOS;
        Tried single = new Tried(Layout.SINGLE);
        Tried shared = new Tried(Layout.SHARED);
        // Without a service there is one thread in either.
        boolean hasTwo = spec.scenario().topology().hops() > 1;
        String failureOfTwo = "";
        for (int round = 0; round < MOST_ROUNDS && clock.nanoTime() - endNanos < 0; round++) {
            String failure = single.round();
            if (round == 0 && !failure.isEmpty()) {
                return LayoutTried.failed(failure);
            }
            if (hasTwo) {
                failureOfTwo = shared.round();
                hasTwo = failureOfTwo.isEmpty();
            }
            if (single.isDecided() && (!hasTwo || shared.isDecided())) {
                break;
            }
        }
        LayoutCapacity capacity = new LayoutCapacity(
                ratePerSecond,
                spec.scenario().service().hasKnownTime() ? MOST_USED : MOST_USED_BESIDE_A_SERVICE,
                single.perSecond(),
                shared.measured > 0 ? shared.perSecond() : null);
        return shared.measured == 0 && !failureOfTwo.isEmpty()
                ? LayoutTried.carriedByOne(capacity, failureOfTwo)
                : LayoutTried.carried(capacity);
    }

    /** A layout and the parts that were measured of it. */
    private final class Tried {
        private final Layout layout;
        private final double[] nanos = new double[MOST_ROUNDS * PARTS_OF_A_ROUND];
        private int measured;
        private int rounds;
        private long sent;
        private boolean gained = true;

        Tried(Layout layout) {
            this.layout = layout;
        }

        /** Measures some parts, and returns why it could not; empty if it could. */
        String round() {
            if (isDecided()) {
                return "";
            }
            double before = fastest();
            rounds++;
            try {
                String failure = measure(spec);
                gained = fastest() < GAIN * before;
                return failure;
            } catch (Exception | Error e) {
                return Secrets.redact(e.toString());
            }
        }

        /** Measures on channels of their own, so that no message of a round before arrives. */
        private <T> String measure(PipelineSpec<T> run) throws Exception {
            Load load = new Load(
                    new Pace.Constant(DUE_PER_SECOND),
                    Arrivals.constant(),
                    Duration.ZERO,
                    Duration.ofNanos(LONGEST_NANOS),
                    run.scenario().load().drain());
            PipelineSpec<T> trial = new PipelineSpec<>(
                    run.runId() + "-trial-" + layout.name().toLowerCase(Locale.ROOT) + rounds,
                    run.scenario()
                            .with(load)
                            .with(new Placement(layout, Idle.AUTO, List.of()))
                            .with(ServiceOptions.byDefault()),
                    run.cores(),
                    run.messages().forTrial());
            try (Pipeline pipeline = new Pipeline(trial, transport, clock, LayoutTrial.this::window);
                    Turns turns = turns(pipeline, 0, THREAD);
                    Second second = layout == Layout.SHARED
                            ? machine.second().apply(() -> turns(pipeline, 1, SecondThread.NAME))
                            : Second.NONE) {
                try {
                    return measure(pipeline, turns, second);
                } finally {
                    // A service would wait for ever for room that nobody makes any more.
                    pipeline.stopServices();
                }
            }
        }

        private String measure(Pipeline pipeline, Turns turns, Second second) {
            int before = measured;
            Work whole = new Work(pipeline, turns, second);
            for (int part = 0; part < PARTS_OF_A_ROUND && !isEnough(pipeline.sent()); part++) {
                Work work = new Work(pipeline, turns, second);
                boolean isWhole = pipeline.sent() == pipeline.received();
                part(pipeline, turns, second);
                if (pipeline.publishFailure().isPresent()) {
                    return "a message could not be published: "
                            + Secrets.redact(pipeline.publishFailure().get());
                }
                // A part that ends with messages in flight has not done all their work; the next one does the rest.
                if (isWhole && pipeline.sent() == pipeline.received()) {
                    add(work);
                }
            }
            if (measured == before) {
                add(whole);
            }
            sent += pipeline.sent();
            return measured > 0
                    ? ""
                    : Texts.format("%,d of %,d messages had arrived", pipeline.received(), pipeline.sent());
        }

        private void add(Work work) {
            double took = work.nanosPerMessage();
            if (took > 0) {
                nanos[measured++] = took;
            }
        }

        private boolean isEnough(long sentInRound) {
            return isClear() || measured > 0 && sent + sentInRound > mostMessages || clock.nanoTime() - endNanos >= 0;
        }

        boolean isDecided() {
            return isClear() || measured > 0 && sent > mostMessages || rounds >= FEWEST_ROUNDS && !gained;
        }

        private boolean isClear() {
            return measured >= FEWEST_PARTS && perSecond() >= CLEARLY_MORE * ratePerSecond;
        }

        private double fastest() {
            return Arrays.stream(nanos, 0, measured).min().orElse(Double.POSITIVE_INFINITY);
        }

        double perSecond() {
            double[] sorted = Arrays.copyOf(nanos, measured);
            Arrays.sort(sorted);
            return Nanos.PER_SECOND / sorted[measured / FASTER];
        }
    }

    private Turns turns(Pipeline pipeline, int thread, String name) {
        return new Turns(pipeline, thread, clock, machine.waits().apply(name));
    }

    private Window window() {
        long nowNanos = clock.nanoTime();
        return new Window(nowNanos, nowNanos, nowNanos + LONGEST_NANOS);
    }

    /** The work of the threads since some time. */
    private final class Work {
        private final Pipeline pipeline;
        private final Turns turns;
        private final Second second;
        private final long received;
        private final long firstNanos;
        private final long secondNanos;

        Work(Pipeline pipeline, Turns turns, Second second) {
            this.pipeline = pipeline;
            this.turns = turns;
            this.second = second;
            received = pipeline.received();
            firstNanos = turns.busyNanos();
            secondNanos = second.busyNanos();
        }

        /** Returns the time of the busiest thread for a message; 0 if none arrived, since that shows the cost of sending alone. */
        double nanosPerMessage() {
            long messages = pipeline.received() - received;
            if (messages == 0) {
                return 0;
            }
            double first = (double) (turns.busyNanos() - firstNanos) / messages;
            double other = (double) (second.busyNanos() - secondNanos) / messages + workNanos;
            return second == Second.NONE ? first + workNanos : Math.max(first, other);
        }
    }

    /** Sends for a while, and receives until all has arrived or the part is over. */
    private void part(Pipeline pipeline, Turns turns, Second second) {
        long startNanos = clock.nanoTime();
        long elapsedNanos = 0;
        long inFlight = pipeline.sent() - pipeline.received();
        while (elapsedNanos < SENDING_NANOS || elapsedNanos < PART_NANOS && inFlight > 0) {
            turns.turn(elapsedNanos < SENDING_NANOS && inFlight < MOST_IN_FLIGHT);
            second.turn();
            inFlight = pipeline.sent() - pipeline.received();
            elapsedNanos = clock.nanoTime() - startNanos;
        }
        turns.end();
        machine.pause().accept(PART_NANOS - elapsedNanos);
    }
}
