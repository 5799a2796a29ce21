package io.twohop.transport.aeron;

import io.aeron.archive.status.RecordingPos;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.agrona.concurrent.status.CountersReader;

/**
 * Replays every recording of a stream, one for each publisher. New recordings are looked for, since a publisher may
 * start later and in another process.
 */
final class ArchiveSubscription implements Subscription, Linked {
    private final String channel;
    private final int streamId;
    private final DriverLink link;
    private final LongFunction<ReadPosition> positions;
    private final Set<Long> others = new HashSet<>();
    private final List<io.aeron.Subscription> next = new ArrayList<>();
    private volatile Replay[] replays = {};
    private Client client;
    private Client nextClient;

    /** @param positions gives the read position of a recording by its id */
    ArchiveSubscription(String channel, int streamId, DriverLink link, LongFunction<ReadPosition> positions) {
        this.channel = channel;
        this.streamId = streamId;
        this.link = link;
        this.positions = positions;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        for (Replay replay : replays) {
            count += replay.poll(handler);
        }
        return count;
    }

    @Override
    public void prepare(Client fresh) {
        nextClient = fresh;
        next.clear();
        for (Replay replay : replays) {
            next.add(replay.begin(fresh, channel, replayStream()));
        }
    }

    /** Returns the stream of the replay, which must differ from the recorded one. */
    private int replayStream() {
        return -streamId - 1;
    }

    @Override
    public void turn() {
        client = nextClient;
        for (int i = 0; i < next.size(); i++) {
            replays[i].turn(next.get(i));
        }
        next.clear();
    }

    @Override
    public boolean isReady() {
        for (Replay replay : replays) {
            if (!replay.isReady()) {
                return false;
            }
        }
        return true;
    }

    /** Looks for new recordings: the archive has a counter for each active one. */
    @Override
    public void follow() {
        CountersReader counters = client.aeron().countersReader();
        for (int id = 0; id <= counters.maxCounterId(); id++) {
            if (counters.getCounterState(id) == CountersReader.RECORD_ALLOCATED
                    && counters.getCounterTypeId(id) == RecordingPos.RECORDING_POSITION_TYPE_ID) {
                look(RecordingPos.getRecordingId(counters, id));
            }
        }
    }

    private void look(long recordingId) {
        for (Replay replay : replays) {
            if (replay.recordingId() == recordingId) {
                if (replay.hasEnded()) {
                    replay.turn(replay.begin(client, channel, replayStream()));
                }
                return;
            }
        }
        if (recordingId >= 0 && !others.contains(recordingId)) {
            if (isOurs(recordingId)) {
                add(recordingId);
            } else {
                others.add(recordingId);
            }
        }
    }

    private boolean isOurs(long recordingId) {
        boolean[] ours = new boolean[1];
        client.archive()
                .listRecording(
                        recordingId,
                        (session,
                                correlation,
                                id,
                                from,
                                to,
                                start,
                                stop,
                                term,
                                segment,
                                termLength,
                                mtu,
                                sid,
                                stream,
                                a,
                                b,
                                c) -> ours[0] = stream == streamId);
        return ours[0];
    }

    private void add(long recordingId) {
        Replay replay = new Replay(recordingId, positions.apply(recordingId));
        replay.turn(replay.begin(client, channel, replayStream()));
        Replay[] more = Arrays.copyOf(replays, replays.length + 1);
        more[replays.length] = replay;
        replays = more;
    }

    @Override
    public String what() {
        return "replay of stream " + streamId;
    }

    @Override
    public void close() {
        link.remove(this);
        for (Replay replay : replays) {
            replay.close();
        }
    }
}
