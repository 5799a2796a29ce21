package io.twohop.codec.json3;

import io.twohop.codec.BufferInput;
import io.twohop.codec.BufferOutput;
import io.twohop.codec.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** Jackson 3 with a parser and a generator for each message, straight into and out of its buffer. One thread. */
final class Json3Codec<T> implements Codec<T> {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final BufferOutput output = new BufferOutput();
    private final BufferInput input = new BufferInput();

    Json3Codec(ObjectMapper mapper, Class<T> eventType) {
        writer = mapper.writerFor(eventType);
        reader = mapper.readerFor(eventType);
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        output.next(out);
        try {
            writer.writeValue(output, event);
        } catch (JacksonException e) {
            throw e.getCause() instanceof BufferOverflowException overflow ? overflow : unchecked(e);
        }
    }

    @Override
    public T decode(ByteBuffer in) {
        input.next(in);
        try {
            return reader.readValue(input);
        } catch (JacksonException | DateTimeException | ArithmeticException e) {
            throw unchecked(e);
        }
    }

    /** Jackson 3 throws no {@link IOException}, which users of codecs expect as a cause. */
    private static UncheckedIOException unchecked(RuntimeException cause) {
        return new UncheckedIOException(new IOException(cause.getMessage(), cause));
    }
}
