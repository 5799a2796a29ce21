package io.twohop.codec;

import java.util.List;

/** Names a codec and makes it for a type of event. Found by {@link java.util.ServiceLoader}. */
public interface CodecProvider {
    /** The name that a transport file gives as {@code codec:}. Lower case, unique. */
    String name();

    /** One line for {@code bench list}. */
    String description();

    /**
     * A codec for the use of one thread.
     *
     * @throws IllegalArgumentException when it cannot serialize that type, with the reason
     */
    <T> Codec<T> codec(Class<T> eventType);

    /** JVM options that the measuring process needs. */
    default List<String> jvmFlags() {
        return List.of();
    }
}
