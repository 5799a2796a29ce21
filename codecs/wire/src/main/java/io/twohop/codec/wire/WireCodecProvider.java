package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code wire} codec: Chronicle Wire's binary format, fields in their order and without names, on any plain class.
 * Both ends must know the same class; {@link NamedWireCodecProvider} is for ends that may differ. Events need no Chronicle
 * type, only a constructor without parameters; static and transient fields are left out. Loads without Chronicle's own
 * JVM flags; only a codec needs them. Any thread.
 */
public class WireCodecProvider implements CodecProvider {
    private static final int FIRST_JAVA_THAT_ASKS = 24;
    private static final List<String> SYSTEM_PROPERTIES = List.of(
            "chronicle.analytics.disable=true",
            "chronicle.announcer.disable=true",
            "org.slf4j.simpleLogger.defaultLogLevel=warn");

    @Override
    public String name() {
        return "wire";
    }

    @Override
    public String description() {
        return "Chronicle Wire: binary, fields in order without names, no garbage";
    }

    /**
     * {@inheritDoc}
     *
     * <p>The codec reuses the object that {@code decode} returns. Texts of up to 31 bytes and numbers take no
     * allocation; fields of other types are left to Chronicle's reflective marshaller, which may allocate.
     */
    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        if (eventType.isInterface() || eventType.isRecord() || Modifier.isAbstract(eventType.getModifiers())) {
            throw unusable(eventType, "a class of mutable fields", null);
        }
        SYSTEM_PROPERTIES.forEach(WireCodecProvider::setUnlessSet);
        return new WireCodec<>(eventType, named(), newEvent(eventType));
    }

    /** Whether the fields' names travel along. */
    boolean named() {
        return false;
    }

    @Override
    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of(
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED"));
        if (Runtime.version().feature() >= FIRST_JAVA_THAT_ASKS) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        SYSTEM_PROPERTIES.forEach(property -> flags.add("-D" + property));
        return flags;
    }

    /** For a process that was started without {@link #jvmFlags()}: early enough while no Chronicle class is loaded. */
    private static void setUnlessSet(String property) {
        int equals = property.indexOf('=');
        String name = property.substring(0, equals);
        if (System.getProperty(name) == null) {
            System.setProperty(name, property.substring(equals + 1));
        }
    }

    private static <T> T newEvent(Class<T> eventType) {
        try {
            var constructor = eventType.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unusable(eventType, "a class whose constructor without parameters works", e);
        }
    }

    private static IllegalArgumentException unusable(Class<?> eventType, String expected, Exception cause) {
        return new IllegalArgumentException(
                "event: " + eventType.getName() + " (expected: " + expected
                        + "); change the class or choose codec: json",
                cause);
    }
}
