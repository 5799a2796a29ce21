package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;

class ThreadLayoutTest {
    private static ThreadLayout choose(Layout layout, int cores, boolean pollBlocks, int consumers) {
        return ThreadLayout.choose(
                layout,
                Idle.AUTO,
                cores,
                pollBlocks,
                agents("generator", 1),
                agents("service", consumers),
                agents("sink", consumers));
    }

    private static List<Agent> agents(String role, int count) {
        return IntStream.range(0, count)
                .<Agent>mapToObj(number -> new Agent() {
                    @Override
                    public int doWork() {
                        return 0;
                    }

                    @Override
                    public String roleName() {
                        return role + "-" + number;
                    }
                })
                .toList();
    }

    @Test
    void shouldShareTheGeneratorsThreadWithTheSinkWhenThereAreTooFewCores() {
        ThreadLayout chosen = choose(Layout.AUTO, 2, false, 1);

        assertThat(chosen.layout()).isEqualTo(Layout.SHARED);
        assertThat(chosen.threads()).containsExactly(List.of("generator-0", "sink-0"), List.of("service-0"));
        assertThat(chosen.idle()).isEqualTo(Idle.SPIN);
        assertThat(chosen.note()).isNotNull();
    }

    @Test
    void shouldGiveEachAgentAThreadWhenThereIsACoreForEach() {
        ThreadLayout chosen = choose(Layout.AUTO, 3, false, 1);

        assertThat(chosen.layout()).isEqualTo(Layout.DEDICATED);
        assertThat(chosen.idle()).isEqualTo(Idle.SPIN);
        assertThat(chosen.note()).isNull();
    }

    @Test
    void shouldGiveEachConsumerAThreadWhenReceivingBlocks() {
        ThreadLayout chosen = choose(Layout.AUTO, 2, true, 4);

        assertThat(chosen.layout()).isEqualTo(Layout.DEDICATED);
        assertThat(chosen.threads()).hasSize(9).allMatch(agents -> agents.size() == 1);
        assertThat(chosen.idle()).isEqualTo(Idle.PARK);
        assertThat(choose(Layout.AUTO, 18, true, 4).idle()).isEqualTo(Idle.SPIN);
    }

    @Test
    void shouldRefuseToShareAThreadWithAConsumerThatBlocks() {
        assertThatThrownBy(() -> choose(Layout.SHARED, 2, true, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("layout: shared (expected: dedicated or auto)");
    }

    @Test
    void shouldWarnWhenMoreThreadsSpinThanThereAreCores() {
        ThreadLayout chosen = ThreadLayout.choose(
                Layout.DEDICATED, Idle.SPIN, 2, false, agents("generator", 1), agents("service", 1), agents("sink", 1));

        assertThat(chosen.note().text()).contains("3 spinning threads on 2 cores");
    }
}
