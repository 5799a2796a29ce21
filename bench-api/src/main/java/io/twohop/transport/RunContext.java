package io.twohop.transport;

import java.nio.file.Path;

/**
 * What a transport may know of the run it is opened for.
 *
 * @param runId unique among runs, of letters, digits and dashes: the prefix of all that the transport creates elsewhere
 * @param dataDirectory a private, empty directory, deleted after the run
 * @param logDirectory where logs that should outlive the run belong
 * @param ratePerSecond offered rate of the whole run, in messages per second; 0 in a closed loop, which offers what the
 *     transport takes
 * @param messages how many messages the run will offer, warm-up included; of a closed loop unknown, then the largest long
 * @param maxMessageBytes an upper bound of one message's size, trace header included
 * @param typicalMessageBytes what one message is expected to take, trace header included; for estimates
 * @param hops 1 or 2: how often each message is published
 * @param producers how many publishers the first hop will have
 * @param topics over how many topics each hop is spread
 * @param subscribers how many groups subscribe to the last hop
 * @param recorder for JVMs that the transport starts
 * @param notices for what clients notice of trouble, as they do
 * @param joins whether another process of the run has opened the transport before and made its channels: this one uses
 *     them, makes none, and deletes nothing
 * @param server the address of a {@link SharedServer} that the run uses; null where it starts what it needs
 * @param creations for what it makes on servers that are neither
 * @param parts of how many processes the run consists
 * @param envelope what is sent beside each payload
 */
public record RunContext(
        String runId,
        Path dataDirectory,
        Path logDirectory,
        double ratePerSecond,
        long messages,
        int maxMessageBytes,
        int typicalMessageBytes,
        int hops,
        int producers,
        int topics,
        int subscribers,
        JvmRecorder recorder,
        Notices notices,
        boolean joins,
        String server,
        Creations creations,
        Parts parts,
        Envelope envelope) {
    /**
     * Of how many processes a run consists that is spread over machines, each with the transport open for itself.
     *
     * @param loads with generators and sinks, each with a channel of its own for its replies
     * @param services that share the messages of the first hop; 1 where there is none
     */
    public record Parts(int loads, int services) {
        /** A run that is not. */
        public static final Parts NONE = new Parts(1, 1);
    }

    /** A run over one topic that is not recorded, with whatever server it starts. */
    public RunContext(
            String runId,
            Path dataDirectory,
            Path logDirectory,
            double ratePerSecond,
            long messages,
            int maxMessageBytes,
            int typicalMessageBytes,
            int hops,
            int producers) {
        this(
                runId,
                dataDirectory,
                logDirectory,
                ratePerSecond,
                messages,
                maxMessageBytes,
                typicalMessageBytes,
                hops,
                producers,
                1,
                1,
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                Creations.NONE,
                Parts.NONE,
                Envelope.NONE);
    }

    /** The same run with something beside each payload. */
    public RunContext with(Envelope other) {
        return with(subscribers, other);
    }

    /** The same run with as many subscribers. */
    public RunContext withSubscribers(int others) {
        return with(others, envelope);
    }

    private RunContext with(int itsSubscribers, Envelope itsEnvelope) {
        return new RunContext(
                runId,
                dataDirectory,
                logDirectory,
                ratePerSecond,
                messages,
                maxMessageBytes,
                typicalMessageBytes,
                hops,
                producers,
                topics,
                itsSubscribers,
                recorder,
                notices,
                joins,
                server,
                creations,
                parts,
                itsEnvelope);
    }
}
