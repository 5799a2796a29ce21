package io.twohop.transport.aeron;

import io.aeron.CncFileDescriptor;
import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.agrona.IoUtil;
import org.agrona.concurrent.errors.ErrorLogReader;

/** The distinct errors that a media driver and its clients noted in the driver's directory. */
final class ErrorLog {
    private static final String FILE = "driver-errors.txt";

    private ErrorLog() {}

    /** Copies the errors to a file, if there are any. */
    static void copy(Path aeronDir, Path directory) throws IOException {
        List<String> errors = read(aeronDir.resolve(CncFileDescriptor.CNC_FILE).toFile());
        if (!errors.isEmpty()) {
            Files.write(directory.resolve(FILE), errors);
        }
    }

    private static List<String> read(File cnc) {
        List<String> errors = new ArrayList<>();
        if (!cnc.exists()) {
            return errors;
        }
        MappedByteBuffer mapped = IoUtil.mapExistingFile(cnc, "cnc");
        try {
            ErrorLogReader.read(
                    CncFileDescriptor.createErrorLogBuffer(mapped, CncFileDescriptor.createMetaDataBuffer(mapped)),
                    (count, first, last, text) -> errors.add(count + " times from " + Instant.ofEpochMilli(first)
                            + " to " + Instant.ofEpochMilli(last) + ":\n" + text));
        } finally {
            IoUtil.unmap(mapped);
        }
        return errors;
    }
}
