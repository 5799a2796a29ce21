package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {
    /** A script that measures again on 6 must not do so where a run was invalid or missed its objective. */
    @ParameterizedTest
    @CsvSource({"0,0,0", "0,6,6", "6,6,6", "3,6,3", "6,5,5", "4,5,5", "1,6,1"})
    void shouldBeNotJudgedOnlyWhereNothingWorseHappened(int one, int other, int both) {
        assertThat(ExitCode.ofBoth(one, other)).isEqualTo(both);
        assertThat(ExitCode.ofBoth(other, one)).isEqualTo(both);
    }
}
