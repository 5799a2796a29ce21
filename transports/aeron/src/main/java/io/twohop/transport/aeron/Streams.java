package io.twohop.transport.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.twohop.transport.Channel;
import io.twohop.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** The Aeron channel of all streams. */
final class Streams {
    /** Maximum number of topics; the more there are, the more likely streams collide. */
    static final int MOST_TOPICS = 1_000;

    private static final int HOP_BIT = 30;

    private final String channel;
    private final Map<Integer, String> names = new HashMap<>();

    private Streams(String channel) {
        this.channel = channel;
    }

    /** Creates streams over shared memory. */
    static Streams ipc(int termBytes, int mtuBytes) {
        return new Streams(base(termBytes, mtuBytes)
                .media(CommonContext.IPC_MEDIA)
                .linger(0L)
                .build());
    }

    /**
     * Creates recorded streams over shared memory, without a linger: an archive cannot parse this client's form of it.
     */
    static Streams recorded(int termBytes, int mtuBytes) {
        return new Streams(
                base(termBytes, mtuBytes).media(CommonContext.IPC_MEDIA).build());
    }

    /**
     * Creates streams over UDP.
     *
     * @param endpoint {@code host:port}
     */
    static Streams udp(int termBytes, int mtuBytes, String endpoint, String networkInterface) {
        return new Streams(base(termBytes, mtuBytes)
                .media(CommonContext.UDP_MEDIA)
                .endpoint(endpoint)
                .linger(0L)
                .networkInterface(networkInterface)
                .build());
    }

    private static ChannelUriStringBuilder base(int termBytes, int mtuBytes) {
        return new ChannelUriStringBuilder().termLength(termBytes).mtu(mtuBytes);
    }

    String channel() {
        return channel;
    }

    /**
     * Returns the number of a topic's stream, not negative: replays take the negative ones. The other bits follow from the run's id, so that
     * runs do not meet by chance. They are no secret: the driver answers anyone who knows the id.
     */
    int id(Channel of, int topic) {
        CRC32 crc = new CRC32();
        crc.update(of.name().getBytes(StandardCharsets.UTF_8));
        int id = ((int) crc.getValue() ^ ((of.hop() - 1) << HOP_BIT | topic)) & Integer.MAX_VALUE;
        String owner = names.computeIfAbsent(id, added -> of.name());
        if (!owner.equals(of.name())) {
            throw new TransportException("stream " + id + ": of both " + owner + " and " + of.name()
                    + " (expected: of one of them); run it again");
        }
        return id;
    }
}
