package io.twohop.jmh;

import io.twohop.schedule.Schedule;
import io.twohop.schedule.Schedules;
import io.twohop.workload.Arrivals;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of the schedule and the clock. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PacingBenchmark {
    @Param({"constant", "poisson", "burst"})
    String arrivals;

    private Schedule schedule;

    @Setup
    public void setUp() {
        schedule = Schedules.of(
                switch (arrivals) {
                    case "poisson" -> Arrivals.poisson(1);
                    case "burst" -> Arrivals.burst(100);
                    default -> Arrivals.constant();
                },
                100_000,
                0,
                1);
    }

    @Benchmark
    public long due() {
        return schedule.nextOffsetNanos();
    }

    @Benchmark
    public long clock() {
        return System.nanoTime();
    }
}
