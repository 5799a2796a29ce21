package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentsWantedTest {
    @Test
    void shouldReadHowManyOfEachRoleWithWhichLabels() {
        AgentsWanted wanted = AgentsWanted.parse("load: 2 rack=a disk=nvme, service: 1");

        assertThat(wanted.local()).isFalse();
        assertThat(wanted.count(AgentRole.LOAD)).isEqualTo(2);
        assertThat(wanted.labels(AgentRole.LOAD)).isEqualTo(Map.of("rack", "a", "disk", "nvme"));
        assertThat(wanted.count(AgentRole.SERVICE)).isEqualTo(1);
        assertThat(wanted.labels(AgentRole.SERVICE)).isEmpty();
    }

    @Test
    void shouldStartOneOfEachHereWhereNothingElseIsAskedFor() {
        AgentsWanted alone = AgentsWanted.parse("local");
        AgentsWanted more = AgentsWanted.parse("local, load: 3");

        assertThat(alone.local()).isTrue();
        assertThat(alone.count(AgentRole.LOAD)).isEqualTo(1);
        assertThat(alone.count(AgentRole.SERVICE)).isEqualTo(1);
        assertThat(more.count(AgentRole.LOAD)).isEqualTo(3);
        assertThat(more.count(AgentRole.SERVICE)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load 2             | such as 'load: 2, service: 1'",
                "load: none         | 1 to 1000 of a role",
                "load: 0            | 1 to 1000 of a role",
                "loda: 2            | did you mean 'load'?",
                "service: 1         | a load at least",
                "load: 1, load: 2   | each role once",
                "load: 1 rack       | labels as key=value",
                "load: 1,           | such as"
            })
    void shouldRefuseAnythingElse(String text, String words) {
        assertThatThrownBy(() -> AgentsWanted.parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("--agents: ")
                .hasMessageContaining(words);
    }
}
