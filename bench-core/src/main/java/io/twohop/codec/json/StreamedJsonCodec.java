package io.twohop.codec.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.twohop.codec.BufferInput;
import io.twohop.codec.BufferOutput;
import io.twohop.codec.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Jackson with a parser and a generator for each message, straight into and out of its buffer. */
final class StreamedJsonCodec<T> implements Codec<T> {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final BufferOutput output = new BufferOutput();
    private final BufferInput input = new BufferInput();

    StreamedJsonCodec(ObjectMapper mapper, Class<T> eventType) {
        writer = mapper.writerFor(eventType);
        reader = mapper.readerFor(eventType);
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        output.next(out);
        try {
            writer.writeValue(output, event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public T decode(ByteBuffer in) {
        input.next(in);
        try {
            return reader.readValue(input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
