package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {
    @Test
    void shouldNameTheHeapAndTheRemedyWhereverTheErrorIsWrapped() {
        OutOfMemoryError error = new OutOfMemoryError("Java heap space");
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;

        assertThat(OutOfMemory.text(error))
                .contains("out of memory: Java heap space (the heap of this process has " + megabytes
                        + " MB; give it more, such as TWOHOP_JAVA_OPTS=-Xmx" + 2 * megabytes + "m, or less to read)");
        assertThat(OutOfMemory.text(new IllegalArgumentException(new IOException("read", error))))
                .isEqualTo(OutOfMemory.text(error));
    }

    @Test
    void shouldNameTheLimitOfProcessesWhenThreadsRanOut() {
        assertThat(OutOfMemory.text(new OutOfMemoryError("unable to create native thread: possibly out of memory")))
                .hasValueSatisfying(
                        text -> assertThat(text).startsWith("out of threads: ").contains("ulimit -u"));
    }

    @Test
    void shouldFindNoneInOtherFailuresEvenIfTheirCausesFormACircle() {
        Exception outer = new Exception("outer");
        Exception inner = new Exception("inner", outer);
        outer.initCause(inner);

        assertThat(OutOfMemory.text(outer)).isEmpty();
        assertThat(OutOfMemory.text(new StackOverflowError())).isEmpty();
    }
}
