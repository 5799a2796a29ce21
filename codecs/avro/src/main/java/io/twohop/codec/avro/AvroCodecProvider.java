package io.twohop.codec.avro;

import io.twohop.event.OrderCodecProvider;

/**
 * The {@code avro} codec: Apache Avro's binary encoding of the default event, in the field order of {@code order.avsc}.
 *
 * <p>The codec reuses the event that {@code decode} returns, but allocates its texts for each message. Half of a surrogate
 * pair in a text arrives as a question mark.
 */
public final class AvroCodecProvider extends OrderCodecProvider {
    public AvroCodecProvider() {
        super(
                "avro",
                "Apache Avro: fields in the order of a schema, without names or tags; order events only",
                AvroCodec::new);
    }
}
