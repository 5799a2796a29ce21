package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.FieldProperty;
import com.fasterxml.jackson.databind.deser.impl.MethodProperty;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import io.twohop.codec.EpochNanos;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads properties of the types int, long and double without boxes. */
final class UnboxedReaders extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config, BeanDescription description, BeanDeserializerBuilder builder) {
        List<SettableBeanProperty> ours = new ArrayList<>();
        for (Iterator<SettableBeanProperty> properties = builder.getProperties(); properties.hasNext(); ) {
            SettableBeanProperty property = properties.next();
            if (property instanceof FieldProperty || property instanceof MethodProperty) {
                step(property).ifPresent(step -> ours.add(new Reader(property, step)));
            }
        }
        ours.forEach(property -> builder.addOrReplaceProperty(property, true));
        return builder;
    }

    private static Optional<Step> step(SettableBeanProperty property) {
        Class<?> type = property.getType().getRawClass();
        if (!type.isPrimitive()) {
            return Optional.empty();
        }
        Optional<MethodHandle> setter = Unboxed.setter(property.getMember(), type);
        if (type == int.class) {
            return setter.map(set ->
                    new Step(NumberDeserializers.IntegerDeserializer.class, JsonToken.VALUE_NUMBER_INT, (event, in) -> {
                        set.invokeExact(event, in.getIntValue());
                    }));
        }
        if (type == double.class) {
            return setter.map(set -> new Step(
                    NumberDeserializers.DoubleDeserializer.class,
                    JsonToken.VALUE_NUMBER_FLOAT,
                    JsonToken.VALUE_NUMBER_INT,
                    (event, in) -> {
                        set.invokeExact(event, doubleOf(in));
                    }));
        }
        if (type == long.class && property.getAnnotation(EpochNanos.class) != null) {
            return setter.map(set -> new Step(IsoText.Deserializer.class, JsonToken.VALUE_STRING, (event, in) -> {
                set.invokeExact(event, IsoText.read(in));
            }));
        }
        if (type == long.class) {
            return setter.map(set ->
                    new Step(NumberDeserializers.LongDeserializer.class, JsonToken.VALUE_NUMBER_INT, (event, in) -> {
                        set.invokeExact(event, in.getLongValue());
                    }));
        }
        return Optional.empty();
    }

    private static double doubleOf(JsonParser in) throws IOException {
        double value = Decimals.read(in.getTextCharacters(), in.getTextOffset(), in.getTextLength());
        return Double.isNaN(value) ? in.getDoubleValue() : value;
    }

    /** Takes a value of the kinds given and sets it, in the place of one of Jackson's deserializers. */
    private record Step(Class<?> insteadOf, JsonToken kind, JsonToken other, Read read) {
        Step(Class<?> insteadOf, JsonToken kind, Read read) {
            this(insteadOf, kind, kind, read);
        }
    }

    private interface Read {
        void read(Object event, JsonParser in) throws Throwable;
    }

    private static final class Reader extends SettableBeanProperty.Delegating {
        private static final long serialVersionUID = 1L;

        private final transient Step step;
        private final transient boolean ours;

        Reader(SettableBeanProperty property, Step step) {
            super(property);
            this.step = step;
            ours = !property.hasValueTypeDeserializer()
                    && property.hasValueDeserializer()
                    && property.getValueDeserializer().getClass() == step.insteadOf;
        }

        @Override
        protected SettableBeanProperty withDelegate(SettableBeanProperty property) {
            return new Reader(property, step);
        }

        @Override
        public void deserializeAndSet(JsonParser in, DeserializationContext context, Object event) throws IOException {
            JsonToken token = in.currentToken();
            // Anything else, Jackson converts or refuses.
            if (!ours || (token != step.kind && token != step.other)) {
                super.deserializeAndSet(in, context, event);
                return;
            }
            try {
                step.read.read(event, in);
            } catch (Throwable e) {
                throw Unboxed.thrown(e);
            }
        }

        @Override
        public Object deserializeSetAndReturn(JsonParser in, DeserializationContext context, Object event)
                throws IOException {
            deserializeAndSet(in, context, event);
            return event;
        }
    }
}
