package io.twohop.transport;

/**
 * A named, one-way stream of messages: a queue, a topic, a subject; or many of these that belong together.
 *
 * @param name unique within the run, of letters, digits and dashes
 * @param hop 1 for the channel the generator publishes to, 2 for the service's replies
 * @param topics over how many queues, topics or subjects its messages are spread: each publisher takes them in turn, each
 *     subscription reads them all, and order is kept within each
 */
public record Channel(String name, int hop, int topics) {
    /** A channel that is a single queue, topic or subject. */
    public Channel(String name, int hop) {
        this(name, hop, 1);
    }

    /** The names of its topics: its own where there is only one. */
    public String topic(int number) {
        return topics == 1 ? name : name + "-" + number;
    }
}
