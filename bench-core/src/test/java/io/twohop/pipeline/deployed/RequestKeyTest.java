package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.event.Samples;
import io.twohop.event.field.KeyField;
import io.twohop.transport.Publisher;
import io.twohop.workload.EventOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestKeyTest {
    @TempDir
    Path directory;

    private final List<byte[]> keys = new ArrayList<>();
    private final Publisher publisher = new Publisher() {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return true;
        }

        @Override
        public void key(byte[] bytes) {
            keys.add(bytes);
        }
    };

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSendTheFieldAsItIsWritten() {
        RequestKey key = new RequestKey("/customer/id");
        for (String id : List.of("\"c-1\"", "4711", "\"c-22\"", "1.50", "\"d-1\"")) {
            ByteBuffer request = bytes("??{\"customer\":{\"id\": " + id + "}}");
            key.set(request.position(2), publisher);
            assertThat(request.position()).isEqualTo(2);
            assertThat(new String(keys.get(keys.size() - 1), StandardCharsets.UTF_8))
                    .isEqualTo(id.replace("\"", ""));
        }

        assertThat(keys.get(4)).as("no garbage for each message").isSameAs(keys.get(0));
    }

    @Test
    void shouldLeaveRequestsWithoutAKey() {
        new RequestKey(null).set(bytes("{}"), publisher);

        assertThat(keys).isEmpty();
    }

    private Samples samples(String second) throws IOException {
        Files.writeString(directory.resolve("1.json"), "{\"id\":\"c-1\"}");
        Files.writeString(directory.resolve("2.json"), second);
        return Samples.read(EventOptions.of(directory));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"caf\\u00e9\"}", "{\"id\":\"\"}", "{\"id\":null}", "{\"id\":{}}", "{}", "id"})
    void shouldRefuseASampleWithoutAKey(String second) throws IOException {
        Samples samples = samples(second);

        assertThatThrownBy(() -> KeyField.check(samples, "/id"))
                .hasMessageEndingWith(
                        "(expected: in each sample at /id a number, or a string that has text and no escapes;"
                                + " not in 2.json)");
    }

    @Test
    void shouldTakeNumbersAndTexts() throws IOException {
        Samples samples = samples("{\"id\":12}");

        assertThatCode(() -> KeyField.check(samples, "/id")).doesNotThrowAnyException();
    }
}
