package io.twohop.event;

/**
 * A kind of event that a workload can send. Found by {@link java.util.ServiceLoader}, or given to the Java API.
 *
 * @param <T> the class of the event
 */
public interface EventType<T> {
    /** The name that a workload gives as {@code event:}. Lower case, unique. */
    String name();

    /** One line for {@code bench list}. */
    String description();

    /** The class that codecs are asked to serialize. */
    Class<T> eventClass();

    /** An upper bound of its serialized size in bytes with any codec; sizes the message buffers. */
    int maxBytes();

    /** What its serialized size is expected to be in bytes, for estimates such as the disk a run needs. */
    default int typicalBytes() {
        return maxBytes();
    }

    /** Makes events for one generator thread. */
    EventSource<T> source(long seed);
}
