package io.twohop.pipeline;

/** The progress of replies from a service elsewhere on each lane of its requests. Any thread. */
public interface RequestLanes {
    /** The lanes of a service whose replies do not show on which lane their request was. */
    RequestLanes NONE = new RequestLanes() {
        @Override
        public int senders() {
            return 0;
        }

        @Override
        public int lanes() {
            return 0;
        }

        @Override
        public long taken(int sender, int lane) {
            return 0;
        }

        @Override
        public long reached(int sender, int lane) {
            return 0;
        }
    };

    int senders();

    /** Returns the number of lanes of each sender. */
    int lanes();

    /** Returns how many of a sender's requests the transport took on a lane. */
    long taken(int sender, int lane);

    /** Returns how many of them had been taken up to the newest that has a reply. */
    long reached(int sender, int lane);
}
