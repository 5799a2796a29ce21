package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.workload.Fault.Action;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
    private static Workload read(String faults) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 60s\nfaults:\n" + faults));
    }

    @Test
    void shouldReadFaultsAndWriteThemBack() {
        Workload workload = read("""
              - { at: 20s, target: broker-2, action: pause, for: 500ms }
              - { at: 1s, target: broker, action: kill, times: 3, every: 4s }
              - { at: 30s, target: broker, action: restart }
            """);

        assertThat(workload.faults().get("").get(1).outage()).isEqualTo(Duration.ofSeconds(1));
        assertThat(workload.scenario().faults())
                .extracting(Fault::toString)
                .containsExactly(
                        "kill broker at 1s for 1s",
                        "kill broker at 5s for 1s",
                        "kill broker at 9s for 1s",
                        "pause broker-2 at 20s for 500ms",
                        "restart broker at 30s");
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThat(Workload.builder()
                        .rate(1_000)
                        .duration(Duration.ofSeconds(60))
                        .faults(List.of(new Fault(Duration.ofSeconds(1), "service", Action.KILL, null)))
                        .build()
                        .scenario()
                        .faults())
                .hasSize(1);
        assertThat(Workload.builder()
                        .rate(1)
                        .duration(Duration.ofSeconds(1))
                        .build()
                        .faults())
                .isEmpty();
    }

    @Test
    void shouldReadBacklogsByTimeAndByMessages() {
        Workload workload = read("""
              - { at: 5s, target: consumer, action: stop, for: 10s }
              - { at: 30s, target: consumer, action: stop, messages: 5k, times: 2, every: 10s }
              - { at: 20s, target: broker, action: kill }
            """);

        assertThat(workload.scenario().faults())
                .filteredOn(Fault::stopsConsumers)
                .extracting(Fault::toString)
                .containsExactly(
                        "stop consumer at 5s for 10s",
                        "stop consumer at 30s until 5,000 messages",
                        "stop consumer at 40s until 5,000 messages");
        assertThat(workload.faults().get("").get(1).length(2_000)).isEqualTo(Duration.ofMillis(2_500));
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThatThrownBy(() -> Workload.read(YamlDocument.parse(
                        "w.yaml",
                        "rate: [1k, 100]\nduration: 60s\n"
                                + "faults: [{ at: 5s, target: consumer, action: stop, messages: 5500 }]")))
                .as("the slowest rate has to build it in time")
                .hasMessageContaining("one that is over before the measured 1m are");
    }

    /** A backlog is judged until the next fault begins. */
    @ParameterizedTest
    @CsvSource({"6s, true", "15s, true", "16s, false", "4s, false"})
    void shouldRefuseAFaultThatBeginsWhileABacklogBuilds(String at, boolean refused) {
        ThrowingCallable reading = () -> read("  - { at: 5s, target: consumer, action: stop, for: 10s }\n"
                + "  - { at: " + at + ", target: broker, action: kill }\n");
        if (refused) {
            assertThatThrownBy(reading)
                    .hasMessageContaining("one that begins when 'stop consumer at 5s for 10s' is over: another fault"
                            + " meanwhile hides the backlog");
        } else {
            assertThatCode(reading).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ target: broker, action: kill }|w.yaml:4:5: faults[0].at: missing (expected: a duration from 0s",
                "{ at: 1s, action: kill }|faults[0].target: missing (expected: a part of the run",
                "{ at: 1s, target: Broker, action: kill }|faults[0].target: Broker",
                "{ at: 1s, target: broker }|faults[0].action: missing (expected: one of kill, pause, restart for"
                        + " broker)",
                "{ at: 1s, target: broker, action: maim }|faults[0].action: maim",
                "{ at: 1s, target: broker, action: pause }|faults[0].for: missing",
                "{ at: 1s, target: broker, action: restart, for: 1s }|faults[0].for: 1s (expected: no for",
                "{ at: 1s, target: broker, action: kill, every: 1s }|faults[0].every: 1s (expected: no every",
                "{ at: 1s, target: broker, action: kill, times: 2 }|faults[0].every: missing",
                "{ at: 1s, target: broker, action: kill, times: 101, every: 1s }|faults[0].times: 101",
                "{ at: 1s, target: broker, action: kill, fro: 1s }|faults[0].fro: unknown key",
                "{ at: 1s, target: network, action: delay, for: 1s }|faults[0].by: missing (expected: a duration, such"
                        + " as 20ms)",
                "{ at: 1s, target: network, action: delay, by: 11s, for: 1s }|faults[0].by: 11s",
                "{ at: 1s, target: network, action: cut, by: 1s, for: 1s }|faults[0].by: 1s (expected: no by",
                "{ at: 1s, target: disk, action: slow, for: 1s }|faults[0].to: missing (expected: a size, such as"
                        + " 1MiB)",
                "{ at: 1s, target: disk, action: slow, to: 1, for: 1s }|faults[0].to: 1",
                "{ at: 1s, target: disk, action: fill }|faults[0].for: missing",
                "{ at: 1s, target: disk, action: kill }|faults[0].action: kill (expected: one of fill, slow for disk)",
                "{ at: 1s, target: broker, action: cut, for: 1s }|faults[0].action: cut (expected: one of kill, pause,"
                        + " restart for broker)",
                "{ at: 1s, target: consumer, action: pause, for: 1s }|faults[0].action: pause (expected: one of stop for"
                        + " consumer)",
                "{ at: 1s, target: service, action: stop, for: 1s }|faults[0].action: stop (expected: one of kill, pause,"
                        + " restart for service)",
                "{ at: 999ms, target: consumer, action: stop, for: 1s }|faults[0].at: 999ms (expected: a duration from 1s",
                "{ at: 1s, target: consumer, action: stop }|faults[0].for: missing",
                "{ at: 1s, target: consumer, action: stop, for: 1s, messages: 5 }|faults[0].for: 1s (expected: no for,"
                        + " since messages says when it ends",
                "{ at: 1s, target: consumer, action: stop, messages: 0 }|faults[0].messages: 0 (expected: 1 to 2M",
                "{ at: 1s, target: consumer, action: stop, messages: 2000001 }|faults[0].messages: 2000001",
                "{ at: 1s, target: consumer, action: stop, messages: -1 }|faults[0].messages: -1",
                "{ at: 1s, target: broker, action: kill, messages: 5 }|faults[0].messages: 5 (expected: no messages for"
                        + " this action",
                "{ at: 10s, target: consumer, action: stop, messages: 50k }|faults: stop consumer at 10s until 50,000"
                        + " messages (expected: one that is over before the measured 1m are",
                "{ at: 10s, target: consumer, action: stop, messages: 5k, times: 2, every: 5s }|one that begins when"
                        + " 'stop consumer at 10s until 5,000 messages' is over",
                "{ at: 59s, target: broker, action: kill, for: 1s }|one that is over before the measured 1m are",
                "{ at: 1s, target: broker, action: kill, for: 4s, times: 2, every: 3s }|one that begins when"
                        + " 'kill broker at 1s for 4s' is over",
            })
    void shouldRefuseWhatCannotBeDone(String fault, String words) {
        assertThatThrownBy(() -> read("  - " + fault + "\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words);
    }

    @Test
    void shouldRunEachNamedScenarioByItself() {
        Workload workload = read("""
              broker: [{ at: 1s, target: leader, action: kill }]
              slow-network:
                - { at: 1s, target: network, action: delay, by: 20ms, for: 2s }
                - { at: 5s, target: disk, action: slow, to: 1MiB, for: 2s }
            """);

        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThat(workload.cells()).extracting(Cell::toString).containsExactly("1k/s, broker", "1k/s, slow-network");
        Workload only = workload.only(workload.cells().get(1));
        assertThat(only.scenario().faults())
                .extracting(Fault::toString)
                .containsExactly("delay network by 20ms at 1s for 2s", "slow disk to 1MiB at 5s for 2s");
        assertThat(Workload.read(only.toDocument())).isEqualTo(only);
        assertThat(only.cells()).extracting(Cell::toString).containsExactly("1k/s");
        assertThatThrownBy(() -> read("  broker: [{ at: 1s, target: leader, action: kill, fro: 1s }]\n"))
                .hasMessageContaining("w.yaml:4:52: faults.broker[0].fro: unknown key");
        assertThatThrownBy(() -> read("  broker: [{ at: 1s, target: leader, action: maim }]\n"))
                .hasMessageContaining("faults.broker[0].action: maim");
        assertThatThrownBy(() -> read("  broker:\n"))
                .hasMessage("w.yaml:4:10: faults.broker: missing (expected: a list)");
        assertThatThrownBy(() -> read("  a b: [{ at: 1s, target: leader, action: kill }]\n"))
                .hasMessageContaining("faults: a b (expected: a name of letters, digits and dashes)");
    }

    @ParameterizedTest
    @CsvSource({
        "leader, broker-1, true",
        "follower, leader, true",
        "broker, broker-1, true",
        "broker-1, broker-2, false",
        "broker-1, service, false",
        "leader, service, false"
    })
    void shouldRefuseTwoFaultsOfWhatMayBeOnePart(String one, String other, boolean refused) {
        ThrowingCallable reading = () -> read("  - { at: 1s, target: " + one + ", action: pause, for: 5s }\n"
                + "  - { at: 3s, target: " + other + ", action: pause, for: 5s }\n");
        if (refused) {
            assertThatThrownBy(reading)
                    .hasMessageContaining("one that begins when 'pause " + one + " at 1s for 5s' is over");
        } else {
            assertThatCode(reading).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldReadWhereTheServiceRuns() {
        Workload own = Workload.read(
                YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nservice: { name: mine, process: true }"));
        assertThat(own.service()).isEqualTo(new ServiceOptions("mine", true));
        assertThat(Workload.read(own.toDocument())).isEqualTo(own);
        assertThat(Workload.read(YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nservice: { process: true }"))
                        .service())
                .isEqualTo(new ServiceOptions("pass-through", true));
        assertThatThrownBy(() -> Workload.read(
                        YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nservice: { name: a b, process: true }")))
                .hasMessageContaining("w.yaml:3:18: service.name: a b (expected: a name such as pass-through");
        assertThatThrownBy(() -> Workload.read(YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nservice: a b")))
                .hasMessageContaining("w.yaml:3:10: service: a b (expected: a name such as pass-through");
        assertThatThrownBy(() -> Workload.read(
                        YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nhops: 1\nservice: { process: true }")))
                .hasMessageContaining("service.process: true (expected: no process, since hops: 1 has no service)");
        assertThatThrownBy(() -> Workload.read(
                        YamlDocument.parse("w.yaml", "rate: 1\nduration: 1s\nservice: { process: maybe }")))
                .hasMessageContaining("w.yaml:3:21: service.process: maybe (expected: true or false)");
    }

    @Test
    void shouldRefuseMoreMessagesThanCanBeKeptAndOtherModes() {
        String faults = "faults: [{ at: 1s, target: broker, action: kill }]";
        assertThatThrownBy(() -> Workload.read(YamlDocument.parse("w.yaml", "rate: 100k\nduration: 20s\n" + faults)))
                .hasMessageContaining("faults: 3,000,000 messages at 100k/s (expected: at most 2,000,000");
        assertThatThrownBy(
                        () -> Workload.read(YamlDocument.parse("w.yaml", "mode: throughput\nduration: 20s\n" + faults)))
                .hasMessageContaining("faults: 1 (expected: no faults, since they belong to 'mode: latency' only)");
    }
}
