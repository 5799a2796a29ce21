package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.workload.Probe;
import org.junit.jupiter.api.Test;

class DoubtsTest {
    private static Doubts doubts(double upTo, String... untrusted) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode extent = result.putObject("trust").putObject("probes").putObject("endToEnd");
        extent.put("upTo", upTo);
        for (String name : untrusted) {
            extent.withArray("untrusted").add(name);
        }
        return Doubts.of(result, Probe.END_TO_END);
    }

    @Test
    void shouldDoubtNothingWhereNothingIsKnown() {
        Doubts none = Doubts.of(JsonNodeFactory.instance.objectNode(), Probe.END_TO_END);

        assertThat(none.names()).isEmpty();
        assertThat(none.isAt(99.9999)).isFalse();
    }

    @Test
    void shouldDoubtWhatLiesBetweenTheTrustedPercentileAndADoubtfulFigure() {
        Doubts doubts = doubts(97.5, "p99", "p99.9", "max");

        assertThat(doubts.isAt(97.5)).isFalse();
        assertThat(doubts.isAt(97.6)).as("before p99").isTrue();
        assertThat(doubts.isAt(99)).isTrue();
        assertThat(doubts.isAt(99.95)).as("behind p99.9").isTrue();
    }

    /** Far above anything that the machine did, a latency is trusted again. */
    @Test
    void shouldTrustATailBeyondADoubtfulFigure() {
        Doubts doubts = doubts(97.5, "p99");

        assertThat(doubts.isAt(99.5)).as("behind p99").isTrue();
        assertThat(doubts.isAt(99.95)).isFalse();
    }
}
