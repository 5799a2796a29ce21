package io.twohop.event;

/**
 * A kind of event that a workload can send. Found by {@link java.util.ServiceLoader}, or given to the Java API.
 *
 * @param <T> the class of the event
 */
public interface EventType<T> {
    /** Returns the name that a workload gives as {@code event:}. Lower case, unique. */
    String name();

    /** Returns one line for {@code bench list}. */
    String description();

    /** Returns the class that codecs serialize. */
    Class<T> eventClass();

    /** Returns an upper bound of its serialized size in bytes with any codec; sizes the message buffers. */
    int maxBytes();

    /** Returns the expected serialized size in bytes, for estimates such as the disk space of a run. */
    default int typicalBytes() {
        return maxBytes();
    }

    /** Makes events for one generator thread. */
    EventSource<T> source(long seed);
}
