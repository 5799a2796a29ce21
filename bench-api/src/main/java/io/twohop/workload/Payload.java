package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Popularity;

/**
 * The content of each message.
 *
 * @param meanBytes mean size of random bytes; 0 if events are sent
 * @param mostBytes largest size of random bytes; 0 if events are sent
 * @param event the event type or files, unless random bytes are sent
 */
public record Payload(int meanBytes, int mostBytes, EventOptions event, KeySpace keys, Headers headers) {
    /**
     * The keys that messages choose from.
     *
     * @param count number of keys; 0 if messages have none
     * @param popularity how often each key is chosen, unless a file of arrivals chooses
     */
    public record KeySpace(int count, Popularity popularity, long seed) {
        public static final KeySpace NONE = new KeySpace(0, Popularity.uniform(), 0);

        static KeySpace of(Workload workload) {
            KeySpace ofFile =
                    workload.keyCount() == 0 ? NONE : new KeySpace(workload.keyCount(), Popularity.uniform(), 1);
            return workload.given(Keys.KEYS)
                    .map(keys -> new KeySpace(keys.number(), keys.distribution(), keys.seed()))
                    .or(ofFile);
        }
    }

    /**
     * The headers of each message.
     *
     * @param number headers per message; 0 if messages have none
     * @param bytes size of each value
     */
    public record Headers(int number, int bytes) {
        public static final Headers NONE = new Headers(0, 0);

        private static Headers of(HeaderOptions options) {
            return new Headers(options.number(), options.size().bytes());
        }
    }

    /** Returns the content of a cell's messages. */
    public static Payload of(Workload workload, Cell cell) {
        Given<Contents> sized = Given.of("contents", workload.arrivals().file().contents());
        return new Payload(
                sized.map(Contents::meanBytes).or(cell.payloadBytes()),
                sized.map(Contents::mostBytes).or(cell.payloadBytes()),
                workload.event(),
                KeySpace.of(workload),
                workload.given(Keys.HEADERS).map(Headers::of).or(Headers.NONE));
    }

    /** Returns whether messages are bytes that need no codec. */
    public boolean raw() {
        return mostBytes > 0 || event.isOfFiles();
    }
}
