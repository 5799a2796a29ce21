package io.twohop.transport.tcp;

import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;

/** Publishes each message to every group. While one has no room, the groups behind it wait for it. */
final class TcpFanOut implements Publisher {
    private final TcpPublisher[] groups;
    private int next;

    TcpFanOut(TcpPublisher[] groups) {
        this.groups = groups;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        while (next < groups.length) {
            if (!groups[next].publish(message, correlation)) {
                return false;
            }
            next++;
        }
        next = 0;
        return true;
    }

    @Override
    public void close() {
        for (TcpPublisher group : groups) {
            group.close();
        }
    }
}
