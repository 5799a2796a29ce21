package io.twohop.engine.trial;

import io.twohop.codec.Codec;
import io.twohop.config.ConfigException;
import io.twohop.event.EventSource;
import io.twohop.pipeline.Messages;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Tries the codec on some events before anything is sent: each must fit, and come back with the same {@link Values}. The
 * decoded event also has to encode to the same bytes, which covers classes that reflection cannot look into.
 */
public final class RoundTrip {
    private static final int EVENTS = 16;

    private RoundTrip() {}

    /**
     * Checks some events.
     *
     * @throws ConfigException if an event does not fit, or does not come back
     */
    public static <T> void check(Messages<T> messages) {
        EventSource<T> source = messages.type().source(0);
        Codec<T> encoder = messages.codecs().get();
        Codec<T> decoder = messages.codecs().get();
        Codec<T> again = messages.codecs().get();
        int most = messages.type().maxBytes();
        for (int i = 0; i < EVENTS; i++) {
            T event = source.next(i, i);
            // Encoding may move the position of a buffer.
            Object sent = event instanceof ByteBuffer bytes ? bytes.duplicate() : event;
            ByteBuffer first = encode(encoder, event, most, messages, "an event");
            T received = decode(decoder, first.duplicate(), messages);
            String number = "event " + i + " (" + messages.type().name() + ")";
            Values.difference(sent, received).ifPresent(difference -> {
                throw ConfigException.invalid(
                        "codec",
                        name(encoder),
                        "to decode what it encoded: " + number + " came back with " + difference
                                + "; let the codec write and read it, or mark a field that does not travel as transient");
            });
            ByteBuffer second = encode(again, received, most, messages, "a decoded event");
            if (!first.equals(second)) {
                throw ConfigException.invalid(
                        "codec",
                        name(encoder),
                        "to decode what it encoded: " + number + " came back with "
                                + second.remaining() + " bytes for " + first.remaining() + ", different from byte "
                                + first.mismatch(second) + " on");
            }
        }
    }

    private static <T> ByteBuffer encode(Codec<T> codec, T event, int most, Messages<T> messages, String what) {
        ByteBuffer out = ByteBuffer.allocateDirect(most).order(ByteOrder.nativeOrder());
        try {
            codec.encode(event, out);
        } catch (BufferOverflowException | IndexOutOfBoundsException e) {
            throw ConfigException.invalid(
                    "event",
                    messages.type().name(),
                    "at most " + most + " bytes, as it says itself; " + name(codec) + " wants more for " + what);
        } catch (RuntimeException e) {
            throw ConfigException.invalid("codec", name(codec), "to encode " + what + "; it threw " + e);
        }
        return out.flip();
    }

    private static <T> T decode(Codec<T> codec, ByteBuffer in, Messages<T> messages) {
        try {
            return codec.decode(in.order(ByteOrder.nativeOrder()));
        } catch (RuntimeException e) {
            throw ConfigException.invalid(
                    "codec", name(codec), "to decode " + messages.type().name() + "; it threw " + e);
        }
    }

    private static String name(Codec<?> codec) {
        return codec.getClass().getName();
    }
}
