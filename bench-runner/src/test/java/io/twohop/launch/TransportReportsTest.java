package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.judge.Longer;
import io.twohop.judge.Verdicts;
import io.twohop.judge.Warnings;
import io.twohop.result.Fork;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.model.SoundRuns;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Idle;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a transport tells of itself besides messages. */
@Tag("one-jdk")
class TransportReportsTest {
    private static final Workload WORKLOAD = Workload.builder()
            .rate(4_000)
            .idle(Idle.PARK)
            .warmup(Duration.ZERO)
            .duration(Duration.ofMillis(250))
            .drain(Duration.ofMillis(500))
            .build();

    private final List<Finding> incidents = new ArrayList<>();
    private final Reporting transport = new Reporting();
    private int failingHop;
    private boolean strangers;
    private boolean fullSecondHop;
    private boolean brokenSecondHop;

    @Test
    void shouldTimeEachAcknowledgement() throws Exception {
        Fork fork = measure();

        assertThat(fork.probes().get(Probe.ACKNOWLEDGE).count()).isEqualTo(1_000);
        SoundRuns.assertSound(Verdicts.judge(List.of(fork), Slo.NONE), fork.rates());
    }

    @Test
    void shouldCountWhatTheTransportReportsAsFailedOnEitherHop() throws Exception {
        for (failingHop = 1; failingHop <= 2; failingHop++) {
            Fork fork = measure();

            assertThat(fork.accounting().orElseThrow().failed()).isEqualTo(1_000);
            assertThat(Verdicts.judge(List.of(fork), Slo.NONE).reasons())
                    .anyMatch(reason ->
                            reason.contains("1000 messages could not be published") && reason.contains("disk full"));
        }
    }

    @Test
    void shouldCountWhatTheServiceCannotPublish() throws Exception {
        brokenSecondHop = true;

        Fork fork = measure();

        assertThat(fork.accounting().orElseThrow().failed())
                .isEqualTo(fork.accounting().orElseThrow().sent())
                .isPositive();
        assertThat(fork.publishFailure()).contains("no such queue");
    }

    @Test
    void shouldStopAServiceThatWaitsForAFullTransport() throws Exception {
        fullSecondHop = true;

        Fork fork = measure();

        assertThat(fork.failure()).isNull();
        // Whether it is called lost or still queued depends on what moved last.
        assertThat(fork.accounting().orElseThrow().missing()).isEqualTo(1_000);
    }

    @Test
    void shouldSettleBeforeTheFirstMessage() throws Exception {
        measure();

        assertThat(transport.publishedBeforeSettling).isFalse();
        assertThat(transport.settled).isTrue();
    }

    @Test
    void shouldWarnOfAnIncidentOrLetItDecide() throws Exception {
        incidents.add(new Finding(Kind.TRANSPORT, Severity.WARNING, "it hiccuped", "give it water"));
        Fork hiccup = measure();
        incidents.add(new Finding(Kind.TRANSPORT, Severity.INVALID, "it lost its mind", "start again"));
        Fork madness = measure();

        assertThat(Warnings.of(
                        List.of(hiccup), Optional.empty(), Longer.than(Duration.ZERO, Duration.ZERO, Duration.ZERO)))
                .anyMatch(warning -> warning.text().equals("it hiccuped"));
        SoundRuns.assertSound(Verdicts.judge(List.of(hiccup), Slo.NONE), hiccup.rates());
        assertThat(Verdicts.judge(List.of(madness), Slo.NONE).reasons()).contains("it lost its mind; start again");
    }

    @Test
    void shouldCountMessagesOfOthersOnEitherHop() throws Exception {
        strangers = true;

        Fork fork = measure();

        assertThat(fork.accounting().orElseThrow().foreign()).isEqualTo(20);
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE).reasons())
                .anyMatch(reason -> reason.startsWith("20 messages that this run did not send"));
    }

    @Test
    void shouldKeepTheVersions() throws Exception {
        assertThat(measure().versions()).containsExactly(Map.entry("client", "1.2"));
    }

    private Fork measure() throws Exception {
        return Runs.measure(WORKLOAD, transport, new ScriptedTransport.Config());
    }

    /** Delivers faithfully and acknowledges at once. */
    private final class Reporting implements TransportProvider<ScriptedTransport.Config>, Transport {
        private final ScriptedTransport carrier =
                new ScriptedTransport(SystemNanoClock.INSTANCE, (index, deliver) -> deliver.after(0));
        private boolean settled;
        private boolean publishedBeforeSettling;

        @Override
        public String name() {
            return "reporting";
        }

        @Override
        public Transport open(ScriptedTransport.Config config, RunContext context) {
            settled = false;
            return this;
        }

        @Override
        public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
            Publisher publisher = carrier.publisher(channel, Acknowledgements.NONE);
            AtomicLong count = new AtomicLong();
            return (message, correlation) -> {
                if (strangers && count.getAndIncrement() % 100 == 0) {
                    publisher.publish(ByteBuffer.allocateDirect(64), 0);
                }
                publishedBeforeSettling |= !settled;
                if (channel.hop() == 2 && brokenSecondHop) {
                    throw new IllegalStateException("no such queue");
                }
                if (channel.hop() == 2 && fullSecondHop) {
                    return false;
                }
                publisher.publish(message, correlation);
                if (channel.hop() == failingHop) {
                    acknowledgements.failed(correlation, new IllegalStateException("disk full"));
                } else {
                    acknowledgements.acknowledged(correlation);
                }
                return true;
            };
        }

        @Override
        public Subscription subscribe(Channel channel, String group) throws Exception {
            return carrier.subscribe(channel, group);
        }

        @Override
        public void settle() {
            settled = true;
        }

        @Override
        public Guarantees guarantees() {
            return new Guarantees(Delivery.EXACTLY_ONCE, true, true, "none", 1);
        }

        @Override
        public Map<String, String> versions() {
            return Map.of("client", "1.2");
        }

        @Override
        public List<Finding> incidents() {
            return List.copyOf(incidents);
        }

        @Override
        public void close() {
            carrier.close();
        }
    }
}
