package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadLayoutTest {
    /** @param threads separated by blanks, their agents by plus signs */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            generator-0+service-0+sink-0                       | generator, service and sink share one thread
            generator-0+generator-1+service-0+sink-0           | generator, service and sink share one thread
            generator-0+sink-0                                 | generator and sink share one thread
            generator-0+sink-0 service-0                       | generator and sink share a thread, service has its own
            generator-0+sink-0 service-0 service-1             | generator and sink share a thread, service has its own
            generator-0 service-0 sink-0                       | generator, service and sink have a thread each
            generator-0 service-0 service-1 sink-0 sink-1      | generator, service and sink have a thread each
            generator-0 sink-0                                 | generator and sink have a thread each
            service-0                                          | service has its own thread
            """)
    void shouldSayWhichRolesShareAThread(String threads, String words) {
        List<List<String>> agents = Stream.of(threads.split(" "))
                .map(thread -> List.of(thread.split("\\+")))
                .toList();

        assertThat(new ThreadLayout(Layout.SINGLE, Idle.SPIN, false, agents, 2, null, null, null).inWords())
                .isEqualTo(words);
    }
}
