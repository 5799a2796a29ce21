package io.twohop.engine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.twohop.measure.Interval;
import io.twohop.result.Search;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** How a forked JVM talks to its parent: one JSON object a line on its standard output, each with one member. */
public final class ForkProtocol {
    /** One line; exactly one of its parts is there. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Line(
            RunListener.Started started,
            Interval interval,
            RunListener.Ended ended,
            Search.Trial trial,
            Search search,
            String refused) {}

    public static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new InstantDeserializer()))
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private ForkProtocol() {}

    /** The child's side; lines go out whole and at once. */
    static final class Writer implements RunListener {
        private final OutputStream out;

        Writer(OutputStream out) {
            this.out = out;
        }

        @Override
        public void onStarted(Started started) {
            write(new Line(started, null, null, null, null, null));
        }

        @Override
        public void onInterval(Interval interval) {
            write(new Line(null, interval, null, null, null, null));
        }

        @Override
        public void onEnded(Ended ended) {
            write(new Line(null, null, ended, null, null, null));
        }

        @Override
        public void onTrial(Search.Trial trial) {
            write(new Line(null, null, null, trial, null, null));
        }

        @Override
        public void onSearched(Search search) {
            write(new Line(null, null, null, null, search, null));
        }

        /** Nothing was measured, and why. */
        void refused(String reason) {
            write(new Line(null, null, null, null, null, reason));
        }

        private synchronized void write(Line line) {
            try {
                out.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                // Nobody listens any more. Who watches for that ends this process.
            }
        }
    }

    /** The parent's side: what a line says, or empty if it is something else's output. */
    public static Optional<Line> read(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(line, Line.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
