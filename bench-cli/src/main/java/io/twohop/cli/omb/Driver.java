package io.twohop.cli.omb;

import io.twohop.config.YamlDocument;
import java.lang.reflect.Type;
import java.util.Map;

/** A driver of OpenMessaging Benchmark that has a counterpart here. */
interface Driver {
    /** How the driver treats the partitions of a topic. */
    enum Partitions {
        /** The driver creates them. */
        CREATED,
        /** The driver ignores them. */
        IGNORED,
        /** The driver refuses more than one. */
        ONE
    }

    /** Returns the name of our transport. */
    String transport();

    Partitions partitions();

    /** Whether a message's key changes anything for the server or its consumers. */
    boolean usesKeys();

    /** Returns the keys of its file beside those of every driver, with the types of their values. */
    Map<String, Type> keys();

    /** Refuses a file that is not for one of our servers, whatever its other keys are. */
    default void refuse(YamlDocument file) {}

    /**
     * Translates its file.
     *
     * @param given the values of its keys; those that the file lacks are absent
     * @param embedded whether the run starts the servers, instead of using those that the file names
     */
    void translate(Translation file, Map<String, Object> given, boolean embedded);
}
