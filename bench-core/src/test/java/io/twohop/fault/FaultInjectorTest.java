package io.twohop.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import io.twohop.workload.Fault.Action;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("one-jdk")
@Timeout(60)
class FaultInjectorTest {
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final class Target implements ProcessTarget {
        private final String name;

        private Target(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void kill() throws InterruptedException {
            calls.add("kill " + name);
            if (name.equals("broker-4")) {
                Thread.sleep(1_100);
            }
        }

        @Override
        public void stop() throws IOException {
            calls.add("stop " + name);
            if (name.equals("broker-3")) {
                throw new IOException("it is not there");
            }
        }

        @Override
        public void start() {
            calls.add("start " + name);
        }

        @Override
        public void pause() {
            calls.add("pause " + name);
        }

        @Override
        public void resume() {
            calls.add("resume " + name);
        }
    }

    private static Fault fault(int atMillis, String target, Action action, Integer lastingMillis) {
        Duration lasting = lastingMillis == null ? null : Duration.ofMillis(lastingMillis);
        return new Fault(Duration.ofMillis(atMillis), target, action, lasting);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    private FaultInjector injector(List<Fault> faults, String... names) {
        return new FaultInjector(
                faults, List.of(names).stream().<FaultTarget>map(Target::new).toList());
    }

    @Test
    void shouldDoEachFaultAndItsEndInOrder() throws Exception {
        FaultInjector injector = injector(
                List.of(
                        fault(10, "broker-1", Action.KILL, 3_000),
                        fault(30, "broker-2", Action.PAUSE, 10),
                        fault(100, "broker-2", Action.RESTART, null)),
                "broker-1",
                "broker-2");
        long start = System.nanoTime();
        injector.start(start);
        await(() -> calls.size() == 6);
        injector.close();

        // On a machine that stands still for a while, what lasts may end after the next has begun.
        assertThat(calls)
                .startsWith("kill broker-1", "pause broker-2")
                .containsSubsequence("pause broker-2", "resume broker-2")
                .containsSequence("stop broker-2", "start broker-2")
                .contains("start broker-1")
                .hasSize(6);
        assertThat(injector.failure()).isEmpty();
        assertThat(injector.done()).hasSize(3).allSatisfy(done -> {
            assertThat(done.beganNanos() - start)
                    .isGreaterThanOrEqualTo(done.fault().at().toNanos());
            Duration outage =
                    done.fault().outage() == null ? Duration.ZERO : done.fault().outage();
            assertThat(done.endedNanos() - done.beganNanos()).isGreaterThanOrEqualTo(outage.toNanos());
        });
    }

    /** Is over when it was asked often enough. */
    private final class Backlog implements FaultTarget {
        private final int looks;
        private int looked;
        private volatile long startedNanos;

        private Backlog(int looks) {
            this.looks = looks;
        }

        @Override
        public String name() {
            return Fault.CONSUMER;
        }

        @Override
        public void begin(Fault fault) {
            calls.add("stop");
        }

        @Override
        public boolean isOver(Fault fault) throws IOException {
            if (looks < 0) {
                throw new IOException("never so many");
            }
            return ++looked == looks;
        }

        @Override
        public void end(Fault fault) {
            startedNanos = System.nanoTime();
            calls.add("start after " + looked);
        }
    }

    private static Fault backlog(long messages) {
        return new Fault(Duration.ofSeconds(1), Fault.CONSUMER, Action.STOP, null, messages, null, null, null, null);
    }

    @Test
    void shouldLookUntilTheBacklogIsThere() throws Exception {
        long second = Duration.ofSeconds(1).toNanos();
        FaultInjector injector = new FaultInjector(
                List.of(backlog(10), fault(1_001, "broker-1", Action.PAUSE, 1)),
                List.of(new Backlog(20), new Target("broker-1")));
        injector.start(System.nanoTime() - second);
        await(() -> calls.size() == 4);
        injector.close();

        assertThat(calls)
                .as("other faults have their turn meanwhile")
                .startsWith("stop", "pause broker-1")
                .contains("start after 20");
        assertThat(injector.done())
                .allSatisfy(done -> assertThat(done.endedNanos()).isGreaterThan(done.beganNanos()));
    }

    /** Otherwise what consumers take before the clock is read would be missing from the backlog. */
    @Test
    void shouldNoteTheEndOfAStopBeforeConsumersStart() throws Exception {
        Backlog consumers = new Backlog(2);
        FaultInjector injector = new FaultInjector(List.of(backlog(10)), List.of(consumers));
        injector.start(System.nanoTime() - Duration.ofSeconds(1).toNanos());
        await(() -> calls.size() == 2);
        injector.close();

        assertThat(injector.done().get(0).endedNanos()).isLessThanOrEqualTo(consumers.startedNanos);
    }

    @Test
    void shouldReportABacklogThatIsNeverThere() throws Exception {
        FaultInjector injector = new FaultInjector(List.of(backlog(10)), List.of(new Backlog(-1)));
        injector.start(System.nanoTime() - Duration.ofSeconds(1).toNanos());
        await(() -> injector.failure().isPresent());
        injector.close();

        assertThat(injector.failure()).contains("a fault could not be done: never so many");
        assertThat(calls).containsExactly("stop");
    }

    @Test
    void shouldStartConsumersIfAnotherFaultCannotBeDone() throws Exception {
        FaultInjector injector = new FaultInjector(
                List.of(backlog(10), fault(1_001, "broker-3", Action.RESTART, null)),
                List.of(new Backlog(Integer.MAX_VALUE), new Target("broker-3")));
        injector.start(System.nanoTime() - Duration.ofSeconds(1).toNanos());
        await(() -> calls.size() == 3);
        injector.close();

        assertThat(injector.failure()).contains("a fault could not be done: it is not there");
        assertThat(calls.get(2)).startsWith("start after ");
        assertThat(injector.done().get(0).endedNanos()).isPositive();
    }

    @Test
    void shouldDoNothingMoreOnceClosed() throws Exception {
        FaultInjector injector = injector(
                List.of(fault(1, "broker", Action.KILL, 3_000_000), fault(3_500_000, "broker", Action.KILL, 1)),
                "broker-1");
        injector.start(System.nanoTime());
        await(() -> injector.done().size() == 1);
        injector.close();

        assertThat(calls).containsExactly("kill broker-1");
        assertThat(injector.done().get(0).endedNanos()).isZero();
    }

    @Test
    void shouldReportThatAFaultCouldNotBeDone() throws Exception {
        FaultInjector injector = injector(
                List.of(fault(1, "broker-3", Action.RESTART, null), fault(2, "broker-3", Action.KILL, 1)), "broker-3");
        injector.start(System.nanoTime());
        await(() -> injector.failure().isPresent());
        injector.close();

        assertThat(injector.failure()).contains("a fault could not be done: it is not there");
        assertThat(calls).containsExactly("stop broker-3");
    }

    @Test
    void shouldReportThatAFaultCameTooLate() throws Exception {
        FaultInjector injector = injector(List.of(fault(1, "broker-4", Action.KILL, 1)), "broker-4");
        injector.start(System.nanoTime());
        await(() -> calls.contains("start broker-4"));
        injector.close();

        assertThat(injector.failure().orElseThrow())
                .matches("a fault came too late: kill broker-4 took effect \\d{4,} ms after its time; .*");
    }

    @Test
    void shouldRefuseATargetThatIsNotThere() {
        List<Fault> faults = List.of(fault(1, "broker", Action.KILL, 1));
        assertThatThrownBy(() -> injector(faults, "broker-1", "broker-2", "service"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("faults: broker (expected: one of broker-1, broker-2, service)");
        assertThatThrownBy(() -> injector(List.of(fault(1, "service", Action.KILL, 1)), "broker-1"))
                .hasMessage(
                        "faults: service (expected: service: { process: true } in the workload, for a process that can"
                                + " end)");
        assertThatThrownBy(() -> injector(List.of(backlog(5)), "broker-1"))
                .hasMessageStartingWith(
                        "faults or backlog: consumer (expected: a transport that stores messages until they are taken");
        assertThatThrownBy(() -> injector(faults))
                .hasMessage(
                        "faults: broker (expected: no faults, since this run starts nothing that they could be done to)");
    }
}
