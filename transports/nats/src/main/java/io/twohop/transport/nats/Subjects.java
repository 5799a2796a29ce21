package io.twohop.transport.nats;

import io.twohop.transport.Envelope;

/**
 * The subjects of a channel, below a token of the bench's own, by which permissions can be given. Of several topics each has a token,
 * and with keys the last token is the key.
 *
 * @param name of the channel, and of its stream
 * @param topics over how many it is spread
 * @param envelope of the run
 */
record Subjects(String name, int topics, Envelope envelope) {
    private static final String PREFIX = "twohop.";

    /** The subject pattern of all topics and keys. */
    String all() {
        return PREFIX + name + (topics == 1 ? "" : ".*") + (envelope.keys() == 0 ? "" : ".*");
    }

    /** Returns the subjects by topic and key. */
    String[][] each() {
        String[][] subjects = new String[topics][Math.max(1, envelope.keys())];
        for (int topic = 0; topic < topics; topic++) {
            String ofTopic = PREFIX + name + (topics == 1 ? "" : "." + topic);
            for (int key = 0; key < subjects[topic].length; key++) {
                subjects[topic][key] = envelope.keys() == 0 ? ofTopic : ofTopic + "." + envelope.key(key);
            }
        }
        return subjects;
    }

    /** How many there are. */
    static long count(int topics, Envelope envelope) {
        return (long) topics * Math.max(1, envelope.keys());
    }
}
