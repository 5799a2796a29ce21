package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.workload.Probe;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogCommentTest {
    /** The writer of logs puts a number sign before a comment. */
    @ParameterizedTest
    @EnumSource(Probe.class)
    void shouldKnowTheLogOfEachProbe(Probe probe) {
        assertThat(LogComment.probe("#" + LogComment.of(probe))).contains(probe.key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#[Logged elsewhere]", "#[StartTime: 1.0 (seconds since epoch)]", "0.0,1.0,2.0,HIST"})
    void shouldKnowNoOtherLine(String line) {
        assertThat(LogComment.probe(line)).isEmpty();
    }
}
