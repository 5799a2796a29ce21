package io.twohop.codec;

import java.util.List;

/** Names a codec and creates it for a type of event. {@link java.util.ServiceLoader} finds it. */
public interface CodecProvider {
    /** The name for {@code codec:} in a transport file: lower case, unique. */
    String name();

    /** One line for {@code bench list}. */
    String description();

    /**
     * Creates a codec for one thread.
     *
     * @throws IllegalArgumentException if it cannot serialize the type, with the reason
     */
    <T> Codec<T> codec(Class<T> eventType);

    /** JVM options that the measuring process needs. */
    default List<String> jvmFlags() {
        return List.of();
    }
}
