package io.twohop.workload;

import io.twohop.config.Popularity;

/**
 * The content of each message.
 *
 * @param meanBytes mean size of random bytes; 0 if events are sent
 * @param mostBytes largest size of random bytes; 0 if events are sent
 * @param event the event type or files, unless random bytes are sent
 * @param keys the keys of messages
 * @param headers the headers beside each payload
 */
public record Payload(int meanBytes, int mostBytes, EventOptions event, KeySpace keys, Headers headers) {
    /**
     * The keys that messages choose from.
     *
     * @param count number of keys; 0 if messages have none
     * @param popularity how often each key is chosen, unless a file of arrivals chooses
     * @param seed of the choice
     */
    public record KeySpace(int count, Popularity popularity, long seed) {
        /** Messages without keys. */
        public static final KeySpace NONE = new KeySpace(0, Popularity.uniform(), 0);

        static KeySpace of(Workload workload) {
            KeyOptions options = workload.messageKeys();
            if (options != null) {
                return new KeySpace(options.number(), options.distribution(), options.seed());
            }
            return workload.keyCount() == 0 ? NONE : new KeySpace(workload.keyCount(), Popularity.uniform(), 1);
        }
    }

    /**
     * The headers of each message.
     *
     * @param number headers per message; 0 if messages have none
     * @param bytes size of each value
     */
    public record Headers(int number, int bytes) {
        /** Messages without headers. */
        public static final Headers NONE = new Headers(0, 0);

        static Headers of(HeaderOptions options) {
            return options == null
                    ? NONE
                    : new Headers(options.number(), options.size().bytes());
        }
    }

    /** Returns the content of a cell's messages. */
    public static Payload of(Workload workload, Cell cell) {
        Contents contents = workload.arrivals().file().contents();
        boolean sized = workload.arrivals().file().size() != null && contents != null;
        return new Payload(
                sized ? contents.meanBytes() : cell.payloadBytes(),
                sized ? contents.mostBytes() : cell.payloadBytes(),
                workload.event(),
                KeySpace.of(workload),
                Headers.of(workload.headers()));
    }

    /** Returns whether messages are bytes that need no codec. */
    public boolean raw() {
        return mostBytes > 0 || event.isOfFiles();
    }
}
