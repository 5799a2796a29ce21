package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.launch.Attempt;
import io.twohop.launch.Place;
import io.twohop.result.Fork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose own process runs out of memory, or fails by another error. */
class OutOfMemoryCommandTest {
    private static final String[] SHORT = {
        "-Dworkload=smoke.yaml", "-Dwarmup=100ms", "-Dduration=300ms", "-Dfloor=0s", "-Didle=park", "loopback.yaml"
    };

    @TempDir
    Path directory;

    /** A place whose first measurement ends by an error. */
    private static final class Failing extends Place {
        private final Place here = Place.here();
        private final Error error;
        private final List<Path> data = new ArrayList<>();

        Failing(Error error) {
            this.error = error;
        }

        @Override
        public Attempt attempt(int number, RunPlan plan, RunListener progress) {
            data.add(plan.dataDirectory().getParent());
            return data.size() > 1 ? here.attempt(number, plan, progress) : failing();
        }

        private Attempt failing() {
            return new Attempt() {
                @Override
                public Fork run() {
                    throw error;
                }

                @Override
                public void abort() {}
            };
        }
    }

    private BenchCall call(Place place, String... more) {
        List<String> arguments = new ArrayList<>(List.of(SHORT));
        arguments.addAll(0, List.of(more));
        return BenchCall.at(place, directory, arguments.toArray(String[]::new));
    }

    @Test
    void shouldSayHowMuchMemoryThereIsInsteadOfAStackTrace() throws Exception {
        Failing place = new Failing(new OutOfMemoryError("Java heap space"));

        BenchCall bench = call(place);

        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err())
                .containsPattern(
                        "bench: out of memory: Java heap space \\(the heap of this process has \\d+ MB; give it more,"
                                + " such as TWOHOP_JAVA_OPTS=-Xmx\\d+m")
                .doesNotContain("\tat ", "please report");
        assertThat(place.data).hasSize(1).allSatisfy(path -> assertThat(path).doesNotExist());
    }

    @Test
    void shouldMeasureTheOtherRunsWhenOneRanOutOfMemory() throws Exception {
        BenchCall bench = call(new Failing(new OutOfMemoryError("Java heap space")), "-Drate=[1k,2k]");

        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("bench: [1/2] ", ": out of memory: Java heap space");
        assertThat(bench.out()).contains("incomplete: 1 of 2 runs");
    }

    @Test
    void shouldAskForAReportOfAnyOtherError() throws Exception {
        BenchCall bench = call(new Failing(new StackOverflowError("too deep")));

        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("bench failed; please report this", "StackOverflowError: too deep");
    }
}
