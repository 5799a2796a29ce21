package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallRolesTest {
    private static final String SERVICE = "io.twohop.pipeline.ServiceStage.doWork";
    private static final String SINK = "io.twohop.pipeline.Sink.doWork";

    private static CallRoles roles(String threads) {
        return ofFork("{" + layout(threads) + "}");
    }

    private static String layout(String threads) {
        return "\"layout\": {\"threads\": " + threads + "}";
    }

    private static CallRoles ofFork(String json) {
        try {
            return new CallRoles(new ObjectMapper().readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private final CallRoles single = roles("[[\"generator-0\", \"service-0\", \"sink-0\"]]");

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
        CallRoles dedicated = roles("[[\"generator-0\"], [\"service-0\"], [\"sink-0\"]]");

        assertThat(dedicated.under("sink-0", List.of("java.lang.Thread.run", "idle")))
                .containsExactly("sink", "java.lang.Thread.run", "idle");
    }

    @Test
    void shouldKnowTheThreadsOfEachAgentOfARun() {
        String part = "{\"load\": {" + layout("[[\"generator-1\", \"sink-1\"]]") + "}}";
        CallRoles agents = ofFork("{" + layout("[[\"generator-0\", \"sink-0\"]]") + ", \"parts\": [" + part + "]}");

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
        assertThat(roles("null").under("anything", List.of("run"))).containsExactly("client", "anything", "run");
    }

    @Test
    void shouldNameLambdasAlikeInEveryJvm() {
        assertThat(single.under("main", List.of("a.B$$Lambda$333.run", "a.B$$Lambda.run")))
                .containsExactly("harness", "a.B$$Lambda.run", "a.B$$Lambda.run");
    }
}
