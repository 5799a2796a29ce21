package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.Disturbances;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import io.twohop.testing.DawdlingProvider;
import io.twohop.testing.run.WholeRuns;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Delays runs on purpose and sees whether the reason is found. A busy machine adds delays, but none as long: the threads
 * sleep while they wait, so that they get a core when they need one.
 */
@Isolated
@Timeout(120)
public class ExplanationTest {
    private static final long DELAY_MILLIS = Disturbances.DELAY_MILLIS;

    private static final int MOST_RUNS = 8;

    /** Causes cover at least half of a delay; the rest is for what the sampler does not see. */
    private static final double STARVED_SHARE = 0.55;

    /** A trial of the layouts would publish the message whose call is delayed. */
    private static final String NO_TRIAL = "layout: shared\n";

    private static final String COLLECTION = "GC full pause (Serial)";

    @TempDir
    Path results;

    private Path directory;

    private String transport = "transport: loopback\ncodec: json\n";

    /** A collection and a stop are of a whole JVM, for which a run has one of its own. */
    private Fork run(String workload) throws Exception {
        boolean disturbsJvm = workload.contains("collects") || workload.contains("stops");
        BenchmarkResult written = disturbsJvm
                ? WholeRuns.explained(workload, transport, results, RunListener.NONE)
                : WholeRuns.explainedHere(workload, transport, results, RunListener.NONE);
        directory = written.directory();
        Fork fork = written.forks().get(0);
        assertThat(fork.failure()).isNull();
        return fork;
    }

    /**
     * A stall of the machine may outlast what is injected, or put it off until the window is over: such a run says nothing of
     * that, and is made again. So may a stall in warm-up, whose backlog lasts into the window.
     */
    private Fork undisturbed(String injected, String workload) throws Exception {
        Fork fork = run(workload);
        for (int runs = 1; runs < MOST_RUNS && isTheMachines(fork, injected); runs++) {
            fork = run(workload);
        }
        return fork;
    }

    private static boolean isTheMachines(Fork fork, String injected) {
        String cause = fork.tail().orElseThrow().slowest().get(0).cause();
        if (cause.equals(injected)) {
            return injected.equals(COLLECTION)
                    && !fork.memory().orElseThrow().window().collections().containsKey("full");
        }
        return cause.startsWith("no CPU for")
                || cause.equals("platform stall")
                || cause.equals("backlog from before measuring");
    }

    private static void assertSlowestBecauseOf(String cause, Fork fork) {
        Tail tail = fork.tail().orElseThrow();
        // One delay is one episode, of all the messages that it held up.
        assertThat(tail.slowest().get(0).messages()).isGreaterThan(50);
        assertThat(tail.slowest().get(0).cause()).as(tail.causes().toString()).isEqualTo(cause);
        long maxNanos = fork.probes().get(Probe.END_TO_END).maxNanos();
        assertThat(tail.slowest().get(0).endToEndNanos()).isBetween(maxNanos - maxNanos / 500, maxNanos);
        assertThat(tail.causes().values())
                .satisfies(counts -> assertThat(
                                counts.stream().mapToInt(Integer::intValue).sum())
                        .isEqualTo(tail.slowest().size()));
    }

    @Test
    void shouldNameACollection() throws Exception {
        Fork fork = undisturbed(
                COLLECTION, "service: collects\njvm: { gc: serial, heap: 512m, " + WholeRuns.FIRST_COMPILER + " }\n");

        assertSlowestBecauseOf(COLLECTION, fork);
        Memory memory = fork.memory().orElseThrow();
        assertThat(memory.collector()).isEqualTo("Serial");
        assertThat(memory.maxHeapBytes()).isBetween(400L << 20, 512L << 20);
        assertThat(memory.window().collections().get("full").count()).isEqualTo(1);
        assertThat(memory.wholeRun().collections().get("full").count()).isGreaterThanOrEqualTo(1);
        assertThat(memory.window().safepoints().count())
                .isGreaterThanOrEqualTo(memory.window().allCollections().count());
        // Three million arrays and numbers are in use all the time.
        assertThat(memory.liveBytes()).isGreaterThan(100L << 20);
        assertThat(memory.peakUsedBytes()).isBetween(memory.liveBytes(), memory.maxHeapBytes());
        assertThat(memory.peakUsedWholeRunBytes()).isGreaterThanOrEqualTo(memory.peakUsedBytes());
        assertThat(memory.allocatedBytesPerMessage()).isPositive();
        assertThat(memory.topClasses()).isNotEmpty();
        assertTimelineTells(fork);
    }

    /** The pause stands where the slowest message waited for it, and the heap lost what was collected then. */
    private void assertTimelineTells(Fork fork) throws IOException {
        Tail.Slowest slowest = fork.tail().orElseThrow().slowest().get(0);
        long[] pause = rows("events-fork1.csv", "what,startNanos,endNanos")
                .filter(row -> row[0].equals(slowest.cause()))
                .map(row -> new long[] {Long.parseLong(row[1]), Long.parseLong(row[2])})
                .filter(times -> times[0] > 0)
                .findFirst()
                .orElseThrow();
        assertThat(pause[0]).isLessThan(slowest.intendedNanos() + slowest.endToEndNanos());
        assertThat(pause[1]).isGreaterThan(slowest.intendedNanos());

        List<String[]> heap = rows("heap-fork1.csv", "atNanos,usedBytes,afterCollection,allocatedBytes")
                .toList();
        assertThat(heap).anySatisfy(row -> {
            assertThat(row[2]).isEqualTo("true");
            assertThat(Long.parseLong(row[1]))
                    .isEqualTo(fork.memory().orElseThrow().liveBytes());
        });
        long[] allocated = heap.stream()
                .filter(row -> row.length == 4)
                .mapToLong(row -> Long.parseLong(row[3]))
                .toArray();
        assertThat(allocated).hasSizeGreaterThanOrEqualTo(3).isSorted();
    }

    private Stream<String[]> rows(String file, String header) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve(file));
        assertThat(lines.get(0)).isEqualTo(header);
        return lines.stream().skip(1).map(line -> line.split(","));
    }

    @Test
    void shouldNameASlowService() throws Exception {
        Fork fork = undisturbed("service", "service: dawdles\n");

        assertSlowestBecauseOf("service", fork);
        assertThat(fork.tail().orElseThrow().slowest().get(0).endToEndNanos())
                .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS));
    }

    @Test
    void shouldNameACallOfTheTransportThatWaits() throws Exception {
        transport = dawdling(false);

        assertSlowestBecauseOf("publish, waiting", undisturbed("publish, waiting", NO_TRIAL));
    }

    @Test
    void shouldNameACallOfTheTransportThatComputes() throws Exception {
        transport = dawdling(true);

        Fork fork = undisturbed("publish, on the CPU", NO_TRIAL);

        assertSlowestBecauseOf(ofComputing(fork), fork);
    }

    /** On a machine that kept the CPU from the call for half its time, as the call saw itself, that is the cause. */
    private static String ofComputing(Fork fork) {
        String cause = fork.tail().orElseThrow().slowest().get(0).cause();
        boolean starved = DawdlingProvider.shareOnCpu() < STARVED_SHARE && cause.startsWith("no CPU for ");
        return starved ? cause : "publish, on the CPU";
    }

    /** Half a second into the window, on either hop. */
    private static String dawdling(boolean computes) {
        return "transport: " + DawdlingProvider.class.getName() + "\ncodec: json\nnumber: 3000\nmillis: " + DELAY_MILLIS
                + "\ncomputes: " + computes + "\n";
    }

    @Test
    void shouldNameAStallOfThePlatform() throws Exception {
        Fork fork = undisturbed("platform stall", "service: stops\n");

        assertSlowestBecauseOf("platform stall", fork);
        assertThat(fork.tail().orElseThrow().stalls().maxNanos())
                .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS * 9 / 10));
        assertThat(fork.tail().orElseThrow().stallResolutionNanos()).isBetween(1_000_000L, 10_000_000L);
    }
}
