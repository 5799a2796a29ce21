package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.config.Given;
import io.twohop.config.Popularity;

/**
 * The content of each message.
 *
 * @param event the event type or files, unless random bytes are sent
 */
public record Payload(RandomContent random, EventOptions event, KeySpace keys, Headers headers) {
    /**
     * Random bytes in place of events.
     *
     * @param size {@code null} if a file of arrivals has the sizes, or events are sent
     * @param meanBytes mean size; 0 if events are sent
     * @param mostBytes largest size; 0 if events are sent
     * @param compressible share of each payload that is zeros
     */
    public record RandomContent(PayloadSize size, int meanBytes, int mostBytes, double compressible) {
        public static final RandomContent NONE = new RandomContent(null, 0, 0, 0);

        /** Returns contents without zeros. */
        public static RandomContent of(PayloadSize size) {
            return of(size, 0);
        }

        public static RandomContent of(PayloadSize size, double compressible) {
            return new RandomContent(size, size.meanBytes(), size.mostBytes(), compressible);
        }

        private static RandomContent of(Workload workload, Cell cell) {
            double compressible = workload.given(Keys.COMPRESSIBLE).or(0.0);
            RandomContent ofCell =
                    cell.given(Keys.SIZE).map(size -> of(size, compressible)).or(NONE);
            return Given.of("contents", workload.arrivals().file().contents())
                    .map(Contents::mostBytes)
                    .map(most -> new RandomContent(
                            null, workload.arrivals().file().contents().meanBytes(), most, compressible))
                    .or(ofCell);
        }

        /** Returns whether random bytes are sent. */
        @JsonIgnore
        public boolean isSent() {
            return mostBytes > 0;
        }
    }

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
        return new Payload(
                RandomContent.of(workload, cell),
                workload.event(),
                KeySpace.of(workload),
                workload.given(Keys.HEADERS).map(Headers::of).or(Headers.NONE));
    }

    /** Returns whether messages are bytes that need no codec. */
    public boolean raw() {
        return random.isSent() || event.isOfFiles();
    }
}
