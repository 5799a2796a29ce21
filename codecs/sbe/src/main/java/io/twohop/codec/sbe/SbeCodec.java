package io.twohop.codec.sbe;

import io.twohop.codec.Codec;
import io.twohop.codec.sbe.generated.AbsentTextsDecoder;
import io.twohop.codec.sbe.generated.MessageHeaderDecoder;
import io.twohop.codec.sbe.generated.MessageHeaderEncoder;
import io.twohop.codec.sbe.generated.OrderDecoder;
import io.twohop.codec.sbe.generated.OrderEncoder;
import io.twohop.codec.sbe.generated.TextDecoder;
import io.twohop.codec.sbe.generated.TextEncoder;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * SBE's generated flyweights over the memory of the message buffer. One thread.
 *
 * <p>{@code decode} rejects an incomplete order with an {@link UncheckedIOException}. A later version of the schema may
 * append fields, which are skipped.
 */
final class SbeCodec implements Codec<OrderEvent> {
    private static final int HEADER_BYTES = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int LENGTH_BYTES = TextDecoder.varDataEncodingOffset();

    private final UnsafeBuffer written = new UnsafeBuffer(0, 0);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final OrderEncoder encoder = new OrderEncoder();
    private final TextBytes text = new TextBytes();

    private final UnsafeBuffer read = new UnsafeBuffer(0, 0);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderDecoder decoder = new OrderDecoder();
    private final TextDecoder textDecoder = new TextDecoder();
    private final KnownTexts symbols = new KnownTexts();
    private final KnownTexts venues = new KnownTexts();
    private final KnownTexts accounts = new KnownTexts();
    private final KnownTexts traders = new KnownTexts();
    private final OrderEvent decoded = new OrderEvent();

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException for a text of more than 65,534 bytes or with half a surrogate pair
     */
    @Override
    public void encode(OrderEvent event, ByteBuffer out) {
        // Agrona's own check can be switched off, and its exception is another.
        if (out.remaining() < HEADER_BYTES + OrderEncoder.BLOCK_LENGTH) {
            throw new BufferOverflowException();
        }
        written.wrap(out, out.position(), out.remaining());
        encoder.wrapAndApplyHeader(written, 0, headerEncoder)
                .traceSequence(event.traceSequence)
                .traceNanos(event.traceNanos)
                .createdNanos(event.createdNanos)
                .receivedNanos(event.receivedNanos)
                .transactNanos(event.transactNanos)
                .settleNanos(event.settleNanos)
                .price(event.price)
                .stopPrice(event.stopPrice)
                .avgPrice(event.avgPrice)
                .bidPrice(event.bidPrice)
                .askPrice(event.askPrice)
                .fee(event.fee)
                .notional(event.notional)
                .riskScore(event.riskScore)
                .quantity(event.quantity)
                .filled(event.filled)
                .side(event.side)
                .priority(event.priority)
                .absentTexts()
                .clear()
                .symbol(event.symbol == null)
                .venue(event.venue == null)
                .account(event.account == null)
                .trader(event.trader == null);
        int length = fitting(event.symbol);
        encoder.putSymbol(text.bytes(), 0, length);
        length = fitting(event.venue);
        encoder.putVenue(text.bytes(), 0, length);
        length = fitting(event.account);
        encoder.putAccount(text.bytes(), 0, length);
        length = fitting(event.trader);
        encoder.putTrader(text.bytes(), 0, length);
        out.position(out.position() + encoder.limit());
    }

    /** Lays a text's bytes out and makes sure that they fit; returns how many. */
    private int fitting(String value) {
        int length = text.lay(value);
        if (encoder.limit() + LENGTH_BYTES + length > written.capacity()) {
            throw new BufferOverflowException();
        }
        if (length > TextEncoder.lengthMaxValue()) {
            throw new IllegalArgumentException(
                    "text: " + length + " bytes (expected: at most " + TextEncoder.lengthMaxValue() + ")");
        }
        return length;
    }

    @Override
    public OrderEvent decode(ByteBuffer in) {
        read.wrap(in, in.position(), in.remaining());
        checkHeader();
        decoder.wrap(read, HEADER_BYTES, header.blockLength(), header.version());
        OrderEvent event = decoded;
        event.traceSequence = decoder.traceSequence();
        event.traceNanos = decoder.traceNanos();
        event.createdNanos = decoder.createdNanos();
        event.receivedNanos = decoder.receivedNanos();
        event.transactNanos = decoder.transactNanos();
        event.settleNanos = decoder.settleNanos();
        event.price = decoder.price();
        event.stopPrice = decoder.stopPrice();
        event.avgPrice = decoder.avgPrice();
        event.bidPrice = decoder.bidPrice();
        event.askPrice = decoder.askPrice();
        event.fee = decoder.fee();
        event.notional = decoder.notional();
        event.riskScore = decoder.riskScore();
        event.quantity = decoder.quantity();
        event.filled = decoder.filled();
        event.side = decoder.side();
        event.priority = decoder.priority();
        AbsentTextsDecoder absent = decoder.absentTexts();
        event.symbol = nextText(symbols, absent.symbol());
        event.venue = nextText(venues, absent.venue());
        event.account = nextText(accounts, absent.account());
        event.trader = nextText(traders, absent.trader());
        if (decoder.limit() < read.capacity() && header.version() == OrderDecoder.SCHEMA_VERSION) {
            throw refused(read.capacity() + " bytes", decoder.limit() + ", where the order ends");
        }
        in.position(in.limit());
        return event;
    }

    private void checkHeader() {
        int length = read.capacity();
        if (length < HEADER_BYTES + OrderDecoder.BLOCK_LENGTH) {
            throw refused(
                    length + " bytes",
                    "at least " + (HEADER_BYTES + OrderDecoder.BLOCK_LENGTH) + " for an order by SBE");
        }
        header.wrap(read, 0);
        if (header.schemaId() != OrderDecoder.SCHEMA_ID || header.templateId() != OrderDecoder.TEMPLATE_ID) {
            throw refused(
                    "schema " + header.schemaId() + ", template " + header.templateId(),
                    "schema " + OrderDecoder.SCHEMA_ID + ", template " + OrderDecoder.TEMPLATE_ID
                            + ", an order by SBE");
        }
        int blockLength = header.blockLength();
        if (blockLength < OrderDecoder.BLOCK_LENGTH || HEADER_BYTES + blockLength > length) {
            throw refused(
                    "block of " + blockLength + " bytes",
                    OrderDecoder.BLOCK_LENGTH + " to " + (length - HEADER_BYTES) + ", the rest of the message");
        }
    }

    private String nextText(KnownTexts known, boolean absent) {
        int from = decoder.limit() + LENGTH_BYTES;
        int left = read.capacity() - from;
        int length = left < 0 ? 0 : textDecoder.wrap(read, decoder.limit()).length();
        if (length > left) {
            throw refused(read.capacity() + " bytes", "at least " + (from + length) + ", where a text ends");
        }
        decoder.limit(from + length);
        return absent ? null : known.text(read, from, length);
    }

    private static UncheckedIOException refused(String value, String expected) {
        return new UncheckedIOException(new IOException("message: " + value + " (expected: " + expected + ")"));
    }
}
