package io.twohop.codec.sbe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.codec.OrderCodecConformance;
import io.twohop.codec.sbe.generated.MessageHeaderDecoder;
import io.twohop.codec.sbe.generated.MessageHeaderEncoder;
import io.twohop.codec.sbe.generated.OrderDecoder;
import io.twohop.event.OrderEvent;
import io.twohop.testing.Allocation;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SbeCodecTest extends OrderCodecConformance {
    private static final int MESSAGES = 200_000;

    SbeCodecTest() {
        super(new SbeCodecProvider());
    }

    @Test
    void shouldBeReadableByTheGeneratedDecoderWhenEncodedHere() {
        OrderEvent event = source.next(3, 4);
        event.venue = "Zo\u00eb";
        OrderDecoder order =
                new OrderDecoder().wrapAndApplyHeader(new UnsafeBuffer(encode(event)), 0, new MessageHeaderDecoder());

        assertThat(order.traceSequence()).isEqualTo(3);
        assertThat(order.createdNanos()).isEqualTo(event.createdNanos);
        assertThat(order.riskScore()).isEqualTo(event.riskScore);
        assertThat(order.absentTexts().isEmpty()).isTrue();
        assertThat(order.symbol()).isEqualTo(event.symbol);
        assertThat(order.venue()).isEqualTo("Zo\u00eb");
        assertThat(order.account()).isEqualTo(event.account);
        assertThat(order.trader()).isEqualTo(event.trader);
    }

    @Test
    void shouldTakeTheBlockAndTheTextsWhenEncoding() {
        OrderEvent event = source.next(1, 1);

        assertThat(encode(event).limit())
                .isEqualTo(8 + 129 + 4 * 2 + (event.symbol + event.venue + event.account + event.trader).length());
    }

    @Test
    void shouldReuseObjectAndTextsWhenDecoding() {
        OrderEvent first = sentThrough(source.next(1, 1));
        String symbol = first.symbol;
        OrderEvent second = sentThrough(first);

        assertThat(second).isSameAs(first);
        assertThat(second.symbol).isSameAs(symbol);
    }

    @Test
    void shouldSkipWhatIsUnknownWhenALaterVersionWroteIt() {
        OrderEvent event = source.next(5, 6);
        ByteBuffer old = encode(event);
        int block = MessageHeaderEncoder.ENCODED_LENGTH + OrderDecoder.BLOCK_LENGTH;
        ByteBuffer later = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());
        later.put(0, old, 0, block).put(block + 8, old, block, old.limit() - block);
        new MessageHeaderEncoder()
                .wrap(new UnsafeBuffer(later), 0)
                .blockLength(OrderDecoder.BLOCK_LENGTH + 8)
                .version(OrderDecoder.SCHEMA_VERSION + 1);

        assertThat(codec.decode(later)).usingRecursiveComparison().isEqualTo(event);
    }

    @Test
    void shouldNameBothSchemasWhenTheMessageIsOfAnother() {
        encode(source.next(1, 1));
        MessageHeaderEncoder header = new MessageHeaderEncoder().wrap(new UnsafeBuffer(buffer), 0);

        header.schemaId(7);
        assertThatThrownBy(() -> codec.decode(buffer))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("message: schema 7, template 1 (expected: schema 2202, template 1");
        header.schemaId(OrderDecoder.SCHEMA_ID).templateId(8);
        assertThatThrownBy(() -> codec.decode(buffer))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("message: schema 2202, template 8 (expected: schema 2202, template 1");
    }

    @Test
    void shouldRefuseWhenATextIsNoUtf8() {
        OrderEvent event = source.next(1, 1);
        int bytes = encode(event).limit();
        buffer.put(bytes - 1, (byte) 0xff);

        assertThatThrownBy(() -> codec.decode(buffer))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no UTF-8");
        assertThat(sentThrough(event).trader).isEqualTo(event.trader);
    }

    @Test
    void shouldRefuseWhenTheMessageGoesOnBehindTheOrder() {
        int bytes = encode(source.next(1, 1)).limit();
        buffer.limit(bytes + 1);

        assertThatThrownBy(() -> codec.decode(buffer))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("message: " + (bytes + 1) + " bytes (expected: " + bytes);
    }

    @Test
    void shouldRefuseWhenATextHasHalfACharacter() {
        OrderEvent event = source.next(1, 1);
        event.trader = "ab\ud83d";

        assertThatThrownBy(() -> encode(event))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: whole characters");
    }

    @Test
    void shouldRefuseWhenATextIsLongerThanItsLengthCanSay() {
        OrderEvent event = source.next(1, 1);
        ByteBuffer large = ByteBuffer.allocateDirect(1 << 17);
        event.symbol = "a".repeat(65_534);
        codec.encode(event, large);
        assertThat(codec.decode(large.flip()).symbol).isEqualTo(event.symbol);
        event.symbol += "a";

        assertThatThrownBy(() -> codec.encode(event, large.clear()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("text: 65535 bytes (expected: at most 65534)");
    }

    @Test
    void shouldAllocateNothingPerMessageWhenWarm() throws Exception {
        assertThat(Allocation.perMessage(MESSAGES, 0.01, () -> run(MESSAGES))).isLessThan(0.01);
    }

    private void run(int messages) {
        for (int i = 0; i < messages; i++) {
            sentThrough(source.next(i, i));
        }
    }
}
