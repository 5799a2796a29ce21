package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.NumberSerializers;
import io.twohop.codec.EpochNanos;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** Writes properties of the types int, long and double without boxes, and most doubles without a text in between. */
final class UnboxedWriters extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription description, List<BeanPropertyWriter> properties) {
        properties.replaceAll(property -> property.getClass() == BeanPropertyWriter.class
                ? step(property)
                        .<BeanPropertyWriter>map(step -> new Writer(property, step))
                        .orElse(property)
                : property);
        return properties;
    }

    private static Optional<Step> step(BeanPropertyWriter property) {
        Class<?> type = property.getType().getRawClass();
        if (!type.isPrimitive()) {
            return Optional.empty();
        }
        Optional<MethodHandle> getter = Unboxed.getter(property.getMember(), type);
        if (type == int.class) {
            return getter.map(get -> new Step(
                    NumberSerializers.IntegerSerializer.class,
                    (event, out) -> out.writeNumber((int) get.invokeExact(event))));
        }
        if (type == double.class) {
            char[] scratch = new char[Decimals.MOST_CHARS];
            return getter.map(get -> new Step(
                    NumberSerializers.DoubleSerializer.class,
                    (event, out) -> writeDouble((double) get.invokeExact(event), out, scratch)));
        }
        if (type == long.class && property.getAnnotation(EpochNanos.class) != null) {
            byte[] scratch = new byte[IsoInstant.MOST_BYTES];
            return getter.map(get -> new Step(
                    IsoText.Serializer.class,
                    (event, out) -> IsoText.write((long) get.invokeExact(event), out, scratch)));
        }
        if (type == long.class) {
            return getter.map(get -> new Step(
                    NumberSerializers.LongSerializer.class,
                    (event, out) -> out.writeNumber((long) get.invokeExact(event))));
        }
        return Optional.empty();
    }

    private static void writeDouble(double value, JsonGenerator out, char[] scratch) throws IOException {
        int length = Decimals.write(value, scratch);
        if (length > 0) {
            out.writeNumber(scratch, 0, length);
        } else {
            out.writeNumber(value);
        }
    }

    /** Gets a value and writes it, in the place of one of Jackson's serializers. */
    private record Step(Class<?> insteadOf, Write write) {}

    private interface Write {
        void write(Object event, JsonGenerator out) throws Throwable;
    }

    private static final class Writer extends BeanPropertyWriter {
        private static final long serialVersionUID = 1L;

        private final transient Step step;
        private transient Write write;

        Writer(BeanPropertyWriter property, Step step) {
            super(property);
            this.step = step;
            choose();
        }

        @Override
        public void assignSerializer(JsonSerializer<Object> serializer) {
            super.assignSerializer(serializer);
            choose();
        }

        /** Leaves the property to Jackson if an annotation asks for something else. */
        private void choose() {
            boolean ours = _serializer != null && _serializer.getClass() == step.insteadOf;
            write = ours && _suppressableValue == null && _typeSerializer == null ? step.write : null;
        }

        @Override
        public void serializeAsField(Object event, JsonGenerator out, SerializerProvider provider) throws Exception {
            if (write == null) {
                super.serializeAsField(event, out, provider);
                return;
            }
            out.writeFieldName(_name);
            try {
                write.write(event, out);
            } catch (Throwable e) {
                throw Unboxed.thrown(e);
            }
        }
    }
}
