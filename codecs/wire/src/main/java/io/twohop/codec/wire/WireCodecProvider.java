package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import java.util.List;
import net.openhft.chronicle.wire.WireType;

/**
 * The {@code wire} codec: Chronicle Wire's raw binary form, fields in order and without names. Both ends must know the
 * same class, as they do where one team owns both.
 */
public final class WireCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "wire";
    }

    @Override
    public String description() {
        return "Chronicle Wire, binary, fields in order without names";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        return new WireCodec<>(WireType.RAW, eventType);
    }

    @Override
    public List<String> jvmFlags() {
        return WireFlags.flags();
    }
}
