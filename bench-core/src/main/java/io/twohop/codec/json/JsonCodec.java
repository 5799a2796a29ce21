package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.twohop.codec.BufferOutput;
import io.twohop.codec.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * Jackson, straight into and out of the message buffer, with one generator and one parser for all messages: each message is
 * the next value of an endless text. It makes the decoded event, its texts, and some 200 bytes of Jackson's a message.
 */
final class JsonCodec<T> implements Codec<T> {
    private final ObjectMapper mapper;
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final BufferOutput output = new BufferOutput();
    private final Input input = new Input();
    private final Rest rest = new Rest();
    // Both are in the middle of something after an error; the next message gets new ones.
    private JsonGenerator generator;
    private JsonParser parser;

    JsonCodec(ObjectMapper mapper, Class<T> eventType) {
        this.mapper = mapper;
        writer = mapper.writerFor(eventType);
        reader = mapper.readerFor(eventType);
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        output.next(out);
        JsonGenerator current = generator;
        generator = null;
        try {
            if (current == null) {
                current = mapper.createGenerator(output);
            }
            writer.writeValue(current, event);
            generator = current;
        } catch (JsonMappingException e) {
            throw e.getCause() instanceof BufferOverflowException overflow ? overflow : new UncheckedIOException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public T decode(ByteBuffer in) {
        input.next(in);
        JsonParser current = parser;
        parser = null;
        try {
            if (current == null) {
                current = mapper.createParser(input);
            }
            T event = reader.readValue(current);
            current.releaseBuffered(rest);
            while (in.hasRemaining()) {
                rest.write(in.get());
            }
            parser = current;
            return event;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A message and a line feed, without which a number at its end would be waited for, and then the end. */
    private static final class Input extends InputStream {
        private ByteBuffer buffer;
        private boolean ended;

        private void next(ByteBuffer message) {
            buffer = message;
            ended = false;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            int count = Math.min(length, buffer.remaining());
            buffer.get(bytes, offset, count);
            if (count < length && !ended) {
                bytes[offset + count] = '\n';
                ended = true;
                return count + 1;
            }
            return count == 0 ? -1 : count;
        }
    }

    /** Takes what stands behind the event, which may be white space only. */
    private static final class Rest extends OutputStream {
        @Override
        public void write(int oneByte) throws IOException {
            if (oneByte < 0 || oneByte > ' ') {
                throw new IOException("the message goes on behind the event");
            }
        }
    }
}
