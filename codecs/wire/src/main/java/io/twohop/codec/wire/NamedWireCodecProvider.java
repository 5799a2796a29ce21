package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import java.util.List;
import net.openhft.chronicle.wire.WireType;

/**
 * The {@code wire-named} codec: Chronicle Wire's self-describing binary form. Names and types of the fields travel along,
 * so that either end may add fields; it costs about twice the time and the bytes of {@code wire}.
 */
public final class NamedWireCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "wire-named";
    }

    @Override
    public String description() {
        return "Chronicle Wire, binary, self-describing";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        return new WireCodec<>(WireType.BINARY_LIGHT, eventType);
    }

    @Override
    public List<String> jvmFlags() {
        return WireFlags.flags();
    }
}
