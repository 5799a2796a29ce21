package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyCountsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"error":7}                                   | {"error":7}
            {"token": "abc", "error": 7}                  | {"token": <redacted>, "error": 7}
            {"userPassword":"a}b","x":1}                  | {"userPassword":<redacted>,"x":1}
            {"auth": {"apiKey" : 12345}, "id": 2}         | {"auth": <redacted>
            {"credentials":{"user":"u","value":"x"}}      | {"credentials":<redacted>
            {"tokens":["a","b"]}                          | {"tokens":<redacted>
            {"password":"ab\\"cd","id":2}                 | {"password":<redacted>,"id":2}
            {"id": 2, "secret": "cut off in the mid       | {"id": 2, "secret": <redacted>
            """)
    void shouldShowNoSecretOfAReply(String reply, String shown) {
        assertThat(ReplyCounts.shown(ByteBuffer.wrap(reply.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(shown);
    }
}
