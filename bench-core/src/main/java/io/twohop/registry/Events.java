package io.twohop.registry;

import io.twohop.config.YamlDocument;
import io.twohop.event.EventType;
import io.twohop.event.RandomBytes;
import io.twohop.event.Samples;
import io.twohop.workload.Cell;
import io.twohop.workload.Contents;
import io.twohop.workload.EventOptions;
import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What a workload sends: events of a type, random bytes, or those of files. */
public final class Events {
    private Events() {}

    /** What a cell sends. */
    public static EventType<?> of(Workload workload, Cell cell) {
        if (cell.payloadBytes() > 0) {
            return new RandomBytes(cell.payloadBytes());
        }
        if (workload.arrivals().size() != null) {
            Contents contents = workload.arrivals().contents();
            return new RandomBytes(contents.meanBytes(), contents.mostBytes());
        }
        EventOptions event = workload.event();
        return event.isOfFiles() ? Samples.read(event) : Providers.event(event.name());
    }

    /** Whether a cell sends bytes that no codec makes. */
    public static boolean areBytes(Workload workload, Cell cell) {
        return cell.payloadBytes() > 0
                || workload.event().isOfFiles()
                || workload.arrivals().size() != null;
    }

    /** The class that has to be on the class path for a workload's events. */
    public static Class<?> origin(Workload workload) {
        EventOptions event = workload.event();
        return event.isOfFiles() ? Samples.class : Providers.origin(Providers.event(event.name()));
    }

    /**
     * The workload with the absolute path of its files and their digest, so that each process of a run sends the same bytes.
     *
     * @throws io.twohop.config.ConfigException where they cannot be sent, or there is no such event
     */
    static Workload found(Workload workload, YamlDocument document) {
        EventOptions event = workload.event();
        if (!event.isOfFiles()) {
            Providers.event(event.name());
            return workload;
        }
        Path file = beside(document, event.file());
        Samples samples = Samples.read(new EventOptions(null, file, event.sha256()));
        return workload.toBuilder()
                .event(new EventOptions(null, file, samples.digest()))
                .build();
    }

    /** Relative to the workload's file; of what is not there, and of a workload that is no file, to where the user is. */
    private static Path beside(YamlDocument document, Path file) {
        Path here = file.toAbsolutePath().normalize();
        if (file.isAbsolute()) {
            return here;
        }
        try {
            Path beside = Path.of(document.sourceName())
                    .toAbsolutePath()
                    .resolveSibling(file)
                    .normalize();
            return Files.exists(beside) || !Files.exists(here) ? beside : here;
        } catch (InvalidPathException e) {
            return here;
        }
    }
}
