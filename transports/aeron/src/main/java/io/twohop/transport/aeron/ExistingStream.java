package io.twohop.transport.aeron;

import io.twohop.transport.Channel;
import io.twohop.transport.TransportException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stream of a deployed service, on a channel that is passed to Aeron unchanged.
 *
 * @param channel URI such as {@code aeron:udp?endpoint=localhost:40123}
 */
record ExistingStream(String channel, int streamId) {
    private static final Pattern PATTERN = Pattern.compile("(aeron(?:-spy)?:.+)\\|(-?\\d{1,10})");
    private static final String IPC = "aeron:ipc";
    private static final String SPY = "aeron-spy:";

    /** @throws TransportException if the name is not a channel and a number */
    static ExistingStream of(Channel channel) {
        Matcher parts = PATTERN.matcher(channel.name());
        if (parts.matches()) {
            long id = Long.parseLong(parts.group(2));
            if (id == (int) id) {
                return new ExistingStream(parts.group(1), (int) id);
            }
        }
        throw new TransportException("stream " + channel.name()
                + " (expected: an Aeron channel and the number of a stream, such as"
                + " aeron:udp?endpoint=localhost:40123|1001 or aeron:ipc|1001)");
    }

    /** Returns whether only clients of one media driver share the stream. */
    boolean needsDriverOfService() {
        return channel.startsWith(IPC) || channel.startsWith(SPY);
    }

    @Override
    public String toString() {
        return channel + "|" + streamId;
    }
}
