package io.twohop.codec.sbe;

import io.twohop.event.OrderCodecProvider;

/**
 * The {@code sbe} codec: Simple Binary Encoding of the default event, with the flyweights that SBE's tool generates from
 * {@code order.xml}.
 *
 * <p>The codec reuses the event that {@code decode} returns. Texts of up to 64 bytes that it has seen before are not
 * allocated again.
 */
public final class SbeCodecProvider extends OrderCodecProvider {
    public SbeCodecProvider() {
        super(
                "sbe",
                "Simple Binary Encoding: fields at fixed offsets by a schema, no garbage; order events only",
                SbeCodec::new);
    }
}
