package io.twohop.transport;

import java.nio.file.Path;

/**
 * The part of a run that a transport may know when it is opened.
 *
 * @param runId unique among runs, of letters, digits and dashes: the prefix of every name that the transport creates elsewhere
 * @param dataDirectory a private, empty directory, deleted after the run
 * @param logDirectory a private directory for logs of servers; the run's result gets the files in it, without secrets, when they have
 *     ended
 * @param traffic the messages that the run will offer
 * @param channels how the messages travel
 * @param recorder records JVMs that the transport starts
 * @param notices receives what clients report of trouble, at the time they report it
 * @param joins whether another process of the run has opened the transport before and made its channels: this process uses
 *     them, makes none, and deletes nothing
 * @param server the address of a {@link SharedServer} that the run uses; {@code null} if the transport starts what it needs
 * @param creations records what the transport makes on servers that it did not start
 */
public record RunContext(
        String runId,
        Path dataDirectory,
        Path logDirectory,
        Traffic traffic,
        Channels channels,
        JvmRecorder recorder,
        Notices notices,
        boolean joins,
        String server,
        Creations creations) {
    /**
     * The messages that a run will offer.
     *
     * @param ratePerSecond the highest rate of the whole run, in messages per second; 0 in a closed loop, which offers what the
     *     transport takes
     * @param messages number of messages, warm-up included; {@link Long#MAX_VALUE} in a closed loop
     * @param maxMessageBytes upper bound of one message's size, trace header included
     * @param typicalMessageBytes expected size of one message, trace header included; for estimates
     * @param envelope keys and headers beside each payload
     */
    public record Traffic(
            double ratePerSecond, long messages, int maxMessageBytes, int typicalMessageBytes, Envelope envelope) {
        /** Creates the traffic of messages without keys and headers. */
        public Traffic(double ratePerSecond, long messages, int maxMessageBytes, int typicalMessageBytes) {
            this(ratePerSecond, messages, maxMessageBytes, typicalMessageBytes, Envelope.NONE);
        }
    }

    /**
     * The channels of a run, and the processes that open them.
     *
     * @param hops 1 or 2: how often each message is published
     * @param producers number of publishers on the first hop
     * @param topics number of topics that each hop is spread over
     * @param subscribers number of groups that subscribe to the last hop
     * @param parts the processes of the run
     * @param existingReplies most replies to a request of a deployed service, whose channels exist; 0 if a run makes its own
     */
    public record Channels(int hops, int producers, int topics, int subscribers, Parts parts, int existingReplies) {
        /** Creates channels of the run's own. */
        public Channels(int hops, int producers, int topics, int subscribers, Parts parts) {
            this(hops, producers, topics, subscribers, parts, 0);
        }

        /** Creates the channels of a run in one process, over one topic, with one subscriber. */
        public Channels(int hops, int producers) {
            this(hops, producers, 1, 1, Parts.NONE);
        }

        /** Returns whether the channels are those of a deployed service, so that the run makes none. */
        public boolean areExisting() {
            return existingReplies > 0;
        }
    }

    /**
     * The processes of a run that is spread over machines. Each opens the transport for itself.
     *
     * @param loads processes with generators and sinks, each with a channel of its own for its replies
     * @param services processes that share the messages of the first hop; 1 if the run has no such process
     */
    public record Parts(int loads, int services) {
        /** A run in one process. */
        public static final Parts NONE = new Parts(1, 1);
    }

    /** Creates the context of a run that is not recorded and starts its own servers. */
    public RunContext(String runId, Path dataDirectory, Path logDirectory, Traffic traffic, Channels channels) {
        this(
                runId,
                dataDirectory,
                logDirectory,
                traffic,
                channels,
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                Creations.NONE);
    }

    /** Returns this context with other keys and headers. */
    public RunContext with(Envelope envelope) {
        Traffic other = new Traffic(
                traffic.ratePerSecond,
                traffic.messages,
                traffic.maxMessageBytes,
                traffic.typicalMessageBytes,
                envelope);
        return with(other, channels);
    }

    /** Returns this context with other channels. */
    public RunContext with(Channels other) {
        return with(traffic, other);
    }

    private RunContext with(Traffic otherTraffic, Channels otherChannels) {
        return new RunContext(
                runId,
                dataDirectory,
                logDirectory,
                otherTraffic,
                otherChannels,
                recorder,
                notices,
                joins,
                server,
                creations);
    }
}
