package io.twohop.transport;

/**
 * A named, one-way stream of messages: one or more queues, topics or subjects.
 *
 * @param name unique within the run, of letters, digits and dashes
 * @param hop 1 for the channel that the generator publishes to, 2 for the service's replies
 * @param topics number of queues, topics or subjects: each publisher takes them in turn, each subscription reads all of
 *     them, and each keeps its order
 */
public record Channel(String name, int hop, int topics) {
    /** Creates a channel over a single queue, topic or subject. */
    public Channel(String name, int hop) {
        this(name, hop, 1);
    }

    /** Returns the name of a topic; a single topic has the channel's name. */
    public String topic(int number) {
        return topics == 1 ? name : name + "-" + number;
    }
}
