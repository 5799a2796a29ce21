package io.twohop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.BenchmarkTest.Amount;
import io.twohop.BenchmarkTest.AmountCodec;
import io.twohop.BenchmarkTest.Amounts;
import io.twohop.BenchmarkTest.Doubles;
import org.junit.jupiter.api.Test;

class ServiceStepTest {
    @Test
    void shouldTakeEachEventThroughTheService() {
        ServiceStep<Amount> step = new ServiceStep<>(new Amounts(), AmountCodec::new, new Doubles());

        assertThat(step.next().cents).isZero();
        assertThat(step.next().cents).isEqualTo(2);
        assertThat(step.next().cents).isEqualTo(4);
    }

    @Test
    void shouldRefuseAServiceThatDoesNotAnswerOnce() {
        assertThatThrownBy(() -> new ServiceStep<Amount>(new Amounts(), AmountCodec::new, (event, out) -> {}).next())
                .hasMessage("service: 0 answers to event 0 (expected: one)");
    }
}
