package io.twohop.transport.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The position up to which a consumer has read a recording; in a file for a consumer whose process may restart. The
 * consuming thread writes it, any thread reads it.
 */
final class ReadPosition {
    private final UnsafeBuffer value;

    private ReadPosition(ByteBuffer buffer) {
        value = new UnsafeBuffer(buffer);
    }

    /** Returns a position that is lost with the process. */
    static ReadPosition inMemory() {
        return new ReadPosition(ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder()));
    }

    /** Returns a position that survives the process, in a file that is created if absent. */
    static ReadPosition inFile(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ReadPosition(channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long get() {
        return value.getLongVolatile(0);
    }

    void set(long position) {
        value.putLongOrdered(0, position);
    }

    void close() {
        IoUtil.unmap(value.byteBuffer() instanceof java.nio.MappedByteBuffer mapped ? mapped : null);
    }
}
