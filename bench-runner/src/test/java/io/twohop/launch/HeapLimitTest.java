package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.machine.ControlGroups;
import io.twohop.workload.JvmOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapLimitTest {
    @TempDir
    Path root;

    private ControlGroups limitedTo(String bytes) throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.createDirectories(root.resolve("sys/fs/cgroup/pod"));
        Files.writeString(root.resolve("proc/self/cgroup"), "0::/pod\n");
        Files.writeString(root.resolve("sys/fs/cgroup/pod/memory.max"), bytes + "\n");
        return ControlGroups.of(root);
    }

    private static JvmOptions heap(String size) {
        return new JvmOptions(size, null, List.of());
    }

    @Test
    void shouldRefuseAHeapThatFillsTheContainer() throws Exception {
        ControlGroups groups = limitedTo("536870912");

        assertThatThrownBy(() -> HeapLimit.check(heap("512m"), groups))
                .hasMessage(
                        "jvm.heap: 512m (expected: less than the 512 MiB that this container or control group has for"
                                + " all its processes; the kernel would kill the JVM)");
        assertThatCode(() -> HeapLimit.check(heap("511m"), groups)).doesNotThrowAnyException();
        // By default the JVM takes a part of the limit.
        assertThatCode(() -> HeapLimit.check(heap(null), groups)).doesNotThrowAnyException();
    }

    @Test
    void shouldAllowAnyHeapWithoutALimit() throws Exception {
        assertThatCode(() -> HeapLimit.check(heap("4t"), limitedTo("max"))).doesNotThrowAnyException();
    }
}
