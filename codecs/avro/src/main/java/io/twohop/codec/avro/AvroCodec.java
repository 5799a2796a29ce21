package io.twohop.codec.avro;

import io.twohop.codec.BufferOutput;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Avro's encoder and decoder, called for each field in the order of {@code order.avsc}. No record is made in between:
 * generated and generic records would hold a copy of each event. One thread.
 *
 * <p>{@code decode} rejects an incomplete order, and bytes behind one, with an {@link UncheckedIOException}.
 */
final class AvroCodec implements Codec<OrderEvent> {
    private static final int FIRST_BYTES = 1_024;

    /** Indexes of the types of a text that may be absent. */
    private static final int ABSENT = 0;

    private static final int PRESENT = 1;

    private final BufferOutput written = new BufferOutput();
    private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(written, null);
    private byte[] letters = new byte[FIRST_BYTES];

    private byte[] read = new byte[FIRST_BYTES];
    private BinaryDecoder decoder;
    private final OrderEvent decoded = new OrderEvent();

    @Override
    public void encode(OrderEvent event, ByteBuffer out) {
        int start = out.position();
        written.next(out);
        try {
            write(event);
        } catch (BufferOverflowException e) {
            out.position(start);
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(OrderEvent event) throws IOException {
        writeText(event.symbol);
        writeText(event.venue);
        writeText(event.account);
        writeText(event.trader);
        encoder.writeLong(event.createdNanos);
        encoder.writeLong(event.receivedNanos);
        encoder.writeLong(event.transactNanos);
        encoder.writeLong(event.settleNanos);
        encoder.writeInt(event.quantity);
        encoder.writeInt(event.filled);
        encoder.writeInt(event.side);
        encoder.writeInt(event.priority);
        encoder.writeDouble(event.price);
        encoder.writeDouble(event.stopPrice);
        encoder.writeDouble(event.avgPrice);
        encoder.writeDouble(event.bidPrice);
        encoder.writeDouble(event.askPrice);
        encoder.writeDouble(event.fee);
        encoder.writeDouble(event.notional);
        encoder.writeDouble(event.riskScore);
        encoder.writeLong(event.traceSequence);
        encoder.writeLong(event.traceNanos);
    }

    /** Writes a text as its length and its bytes. The encoder's own method would allocate an array for each. */
    private void writeText(String text) throws IOException {
        if (text == null) {
            encoder.writeIndex(ABSENT);
            return;
        }
        encoder.writeIndex(PRESENT);
        int length = text.length();
        if (length > letters.length) {
            letters = new byte[length * 2];
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            all |= letter;
            letters[i] = (byte) letter;
        }
        if (all < 128) {
            encoder.writeLong(length);
            encoder.writeFixed(letters, 0, length);
        } else {
            encoder.writeString(text);
        }
    }

    @Override
    public OrderEvent decode(ByteBuffer in) {
        int length = in.remaining();
        if (length > read.length) {
            read = new byte[length * 2];
        }
        in.get(in.position(), read, 0, length);
        try {
            decoder = DecoderFactory.get().binaryDecoder(read, 0, length, decoder);
            read(length);
            if (!decoder.isEnd()) {
                throw new IOException("bytes behind the last field");
            }
        } catch (IOException | AvroRuntimeException e) {
            throw new UncheckedIOException(
                    new IOException("message: " + length + " bytes (expected: an order by Avro)", e));
        }
        in.position(in.limit());
        return decoded;
    }

    private void read(int bytes) throws IOException {
        OrderEvent event = decoded;
        event.symbol = readText(bytes);
        event.venue = readText(bytes);
        event.account = readText(bytes);
        event.trader = readText(bytes);
        event.createdNanos = decoder.readLong();
        event.receivedNanos = decoder.readLong();
        event.transactNanos = decoder.readLong();
        event.settleNanos = decoder.readLong();
        event.quantity = decoder.readInt();
        event.filled = decoder.readInt();
        event.side = decoder.readInt();
        event.priority = decoder.readInt();
        event.price = decoder.readDouble();
        event.stopPrice = decoder.readDouble();
        event.avgPrice = decoder.readDouble();
        event.bidPrice = decoder.readDouble();
        event.askPrice = decoder.readDouble();
        event.fee = decoder.readDouble();
        event.notional = decoder.readDouble();
        event.riskScore = decoder.readDouble();
        event.traceSequence = decoder.readLong();
        event.traceNanos = decoder.readLong();
    }

    /** Reads a text. The decoder's own method would allocate whatever length a broken message names. */
    private String readText(int bytes) throws IOException {
        int index = decoder.readIndex();
        if (index == ABSENT) {
            return null;
        }
        if (index != PRESENT) {
            throw new IOException("type " + index + " of a text");
        }
        long length = decoder.readLong();
        if (length < 0 || length > bytes) {
            throw new IOException("text of " + length + " bytes");
        }
        if (length > letters.length) {
            letters = new byte[bytes];
        }
        decoder.readFixed(letters, 0, (int) length);
        return new String(letters, 0, (int) length, StandardCharsets.UTF_8);
    }
}
