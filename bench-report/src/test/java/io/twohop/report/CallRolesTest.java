package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.ThreadLayout;
import io.twohop.result.Part;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallRolesTest {
    private static final String SERVICE = "io.twohop.pipeline.ServiceStage.doWork";
    private static final String SINK = "io.twohop.pipeline.Sink.doWork";

    private static CallRoles roles(List<List<String>> threads) {
        return new CallRoles(fork(threads).build());
    }

    private static ForkBuilder fork(List<List<String>> threads) {
        return new ForkBuilder(1)
                .layout(new ThreadLayout(Layout.SHARED, Idle.SPIN, false, threads, 2, null, null, null));
    }

    private final CallRoles single = roles(List.of(List.of("generator-0", "service-0", "sink-0")));

    @Test
    void shouldPutEachAgentOfASharedThreadUnderItsRole() {
        String thread = "generator-0+service-0+sink-0";

        assertThat(single.under(thread, List.of("java.lang.Thread.run", SERVICE, "poll")))
                .containsExactly("service", SERVICE, "poll");
        assertThat(single.under(thread, List.of("java.lang.Thread.run", "io.twohop.pipeline.Generator.doWork")))
                .containsExactly("generator", "io.twohop.pipeline.Generator.doWork");
        // Whose work it is decides the agent that was called first.
        assertThat(single.under(thread, List.of(SERVICE, SINK))).containsExactly("service", SERVICE, SINK);
        assertThat(single.under(thread, List.of("java.lang.Thread.run", "idle")))
                .containsExactly("generator+service+sink", "java.lang.Thread.run", "idle");
    }

    @Test
    void shouldPutAThreadOfOneAgentUnderItsRole() {
        CallRoles dedicated = roles(List.of(List.of("generator-0"), List.of("service-0"), List.of("sink-0")));

        assertThat(dedicated.under("sink-0", List.of("java.lang.Thread.run", "idle")))
                .containsExactly("sink", "java.lang.Thread.run", "idle");
    }

    @Test
    void shouldKnowTheThreadsOfEachAgentOfARun() {
        Part part = new Part(
                2,
                "other",
                "load",
                fork(List.of(List.of("generator-1", "sink-1"))).build(),
                null);
        CallRoles agents = new CallRoles(fork(List.of(List.of("generator-0", "sink-0")))
                .parts(List.of(part))
                .build());

        assertThat(agents.under("generator-0+sink-0", List.of("idle"))).containsExactly("generator+sink", "idle");
        assertThat(agents.under("generator-1+sink-1", List.of("idle"))).containsExactly("generator+sink", "idle");
    }

    @Test
    void shouldPutOtherThreadsUnderWhatTheyAreFor() {
        assertThat(single.under("kafka-producer-network-thread | twohop-producer-3", List.of("send")))
                .containsExactly("client", "kafka-producer-network-thread | twohop-producer", "send");
        assertThat(single.under("main", List.of("report"))).containsExactly("harness", "report");
        assertThat(single.under("main/disk~space~checker", List.of("check")))
                .containsExactly("client", "main/disk~space~checker", "check");
        assertThat(single.under("JFR Periodic Tasks", List.of("run"))).containsExactly("jvm", "run");
        assertThat(new CallRoles(new ForkBuilder(1).build()).under("anything", List.of("run")))
                .containsExactly("client", "anything", "run");
    }

    @Test
    void shouldNameLambdasAlikeInEveryJvm() {
        assertThat(single.under("main", List.of("a.B$$Lambda$333.run", "a.B$$Lambda.run")))
                .containsExactly("harness", "a.B$$Lambda.run", "a.B$$Lambda.run");
    }
}
