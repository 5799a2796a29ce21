package io.twohop.transport.chronicle;

import io.twohop.testing.run.QuietProcess;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuietStartTest {
    @Test
    void shouldPrintNothingAndLeaveNoTraceInTheHomeDirectoryWhenAProcessUsesTheTransport(@TempDir Path directory)
            throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));

        QuietProcess.assertQuiet(directory, new ChronicleProvider().jvmFlags(), Child.class, data.toString());
    }

    static final class Child {
        public static void main(String[] arguments) throws Exception {
            Path data = Path.of(arguments[0]);
            Channel channel = new Channel("quiet", 1);
            try (Transport transport =
                    new ChronicleProvider().open(Configs.of(Writing.QUEUE, "1s"), Configs.context(data, 1, 10))) {
                Subscription subscription = transport.subscribe(channel, "group");
                transport.publisher(channel, Acknowledgements.NONE).publish(Configs.message(8), 1);
                if (subscription.poll(message -> {}, 0) != 1) {
                    System.err.println("the message did not arrive");
                }
            }
        }
    }
}
