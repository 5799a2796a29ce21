package io.twohop.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void shouldQuoteWhatAJvmSaidThatDidNotStart() {
        assertThat(ChildJvm.refusal("""
                Unrecognized VM option 'NoSuchFlag'
                Error: Could not create the Java Virtual Machine.
                Error: A fatal exception has occurred. Program will exit.
                """))
                .contains("Java refused its options: Unrecognized VM option 'NoSuchFlag' (see jvm: in the workload)");
        assertThat(ChildJvm.refusal(
                        "Error occurred during initialization of VM\nMultiple garbage collectors selected\n"))
                .contains("Java refused its options: Multiple garbage collectors selected (see jvm: in the workload)");
        assertThat(ChildJvm.refusal("java.lang.IllegalStateException: something else\n"))
                .isEmpty();
    }
}
