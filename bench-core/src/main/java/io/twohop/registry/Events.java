package io.twohop.registry;

import io.twohop.config.YamlDocument;
import io.twohop.event.EventType;
import io.twohop.event.RandomBytes;
import io.twohop.event.Samples;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.workload.EventOptions;
import io.twohop.workload.Payload;
import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The events of a workload: those of a type, random bytes, or those of files. */
public final class Events {
    private Events() {}

    /**
     * Returns the type of event that a run sends.
     *
     * @param numbers how many message numbers the run may use, for fields that hold them
     */
    public static EventType<?> of(Payload payload, MessageIds ids, long numbers) {
        if (payload.random().isSent()) {
            return new RandomBytes(payload.random());
        }
        EventOptions event = payload.event();
        if (!event.isOfFiles()) {
            return Providers.event(event.name());
        }
        Samples samples = Samples.read(event);
        return event.fields().isEmpty()
                ? samples
                : PatchedSamples.of(samples, event, FieldColumns.read(event), ids, numbers);
    }

    /** Returns the class that has to be on the class path for these events. */
    public static Class<?> origin(EventOptions event) {
        return event.isOfFiles() ? Samples.class : Providers.origin(Providers.event(event.name()));
    }

    /**
     * Returns the workload with the absolute path of its files and their digest, so that each process of a run sends the same
     * bytes.
     *
     * @throws io.twohop.config.ConfigException if they cannot be sent, or there is no such event
     */
    static Workload found(Workload workload, YamlDocument document) {
        EventOptions event = workload.event();
        if (!event.isOfFiles()) {
            Providers.event(event.name());
            return workload;
        }
        Path file = beside(document.sourceName(), event.file());
        EventOptions found = FieldColumns.found(event, document.sourceName()).at(file, event.sha256());
        Samples samples = Samples.read(found);
        PatchedSamples.check(samples, found, FieldColumns.read(found));
        return workload.toBuilder().event(found.at(file, samples.digest())).build();
    }

    /**
     * Returns a path relative to the workload's file. A file that is missing there, or of a workload without a file, is
     * relative to the working directory.
     */
    static Path beside(String source, Path file) {
        Path here = file.toAbsolutePath().normalize();
        if (file.isAbsolute()) {
            return here;
        }
        try {
            Path beside = Path.of(source).toAbsolutePath().resolveSibling(file).normalize();
            return Files.exists(beside) || !Files.exists(here) ? beside : here;
        } catch (InvalidPathException e) {
            return here;
        }
    }
}
