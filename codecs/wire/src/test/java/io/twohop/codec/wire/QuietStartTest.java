package io.twohop.codec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.event.OrderEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuietStartTest {
    @Test
    void shouldPrintNothingAndLeaveNoTraceInTheHomeDirectoryWhenAProcessUsesTheCodec(@TempDir Path directory)
            throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path output = directory.resolve("output");
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-Duser.home=" + home));
        command.addAll(new WireCodecProvider().jvmFlags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));

        Process child = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).hasContent("");
        assertThat(child.exitValue()).isZero();
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("chronicle"));
        }
    }

    static final class Child {
        public static void main(String[] args) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(2_048).order(ByteOrder.nativeOrder());
            var codec = new WireCodecProvider().codec(OrderEvent.class);
            codec.encode(new OrderEvent(), buffer);
            codec.decode(buffer.flip());
        }
    }
}
