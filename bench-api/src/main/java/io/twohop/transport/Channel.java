package io.twohop.transport;

/**
 * A named, one-way stream of messages: one or more queues, topics or subjects.
 *
 * @param name unique within the run, of letters, digits and dashes
 * @param hop 1 for the channel that the generator publishes to, 2 for the service's replies
 * @param topics number of queues, topics or subjects: each publisher takes them in turn, each subscription reads all of
 *     them, and each keeps its order
 * @param existing whether the channel is somebody else's and exists already, under exactly this name: the transport creates and deletes
 *     nothing for it. A subscription to it gets every message that is published from then on, and leaves nothing behind
 */
public record Channel(String name, int hop, int topics, boolean existing) {
    /** Start of the name of a channel of replies that each request names for itself; what follows is unique to the run. */
    private static final String INBOX = "_INBOX.";

    /** Creates a channel of the run's own. */
    public Channel(String name, int hop, int topics) {
        this(name, hop, topics, false);
    }

    /** Creates a channel over a single queue, topic or subject. */
    public Channel(String name, int hop) {
        this(name, hop, 1);
    }

    /** Returns a channel that exists already. */
    public static Channel existing(String name, int hop) {
        return new Channel(name, hop, 1, true);
    }

    /** Returns the channel of the replies to requests that name it, each with its number at the end. */
    public static Channel inbox(String runId) {
        return existing(INBOX + runId + ".", 2);
    }

    /** Returns whether requests name this channel for their replies. */
    public boolean isInbox() {
        return existing && name.startsWith(INBOX);
    }

    /** Returns the name of a topic; a single topic has the channel's name. */
    public String topic(int number) {
        return topics == 1 ? name : name + "-" + number;
    }
}
