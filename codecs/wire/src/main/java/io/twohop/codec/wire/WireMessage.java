package io.twohop.codec.wire;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.wire.BinaryWire;

/**
 * The memory of a message, without a copy, and the place in it where the next byte is written or read.
 *
 * <p>Most values are written and read here, each after one check of the room. For the others there is Chronicle's wire
 * over the same memory: between {@link #writer} and {@link #written}, or {@link #reader} and {@link #read}, it moves the
 * place. One thread.
 */
final class WireMessage {
    private static final boolean FIXED_WIDTH_NUMBERS = true;

    private final PointerBytesStore store = BytesStore.nativePointer();
    private final Bytes<?> bytes = store.bytesForWrite();
    private final BinaryWire wire;
    private long start;
    private long at;
    private long end;

    /** @param named whether the message contains the fields' names */
    WireMessage(boolean named) {
        wire = new BinaryWire(bytes, FIXED_WIDTH_NUMBERS, false, !named, Integer.MAX_VALUE, "binary");
        bytes.singleThreadedCheckDisabled(true);
    }

    /** Begins with the remaining bytes of a direct buffer, whose position does not move. */
    void begin(ByteBuffer buffer) {
        start = Jvm.address(buffer) + buffer.position();
        at = start;
        end = start + buffer.remaining();
    }

    long address() {
        return at;
    }

    /** Number of bytes to the end. */
    long left() {
        return end - at;
    }

    /** Number of bytes up to here. */
    int length() {
        return (int) (at - start);
    }

    void skip(int count) {
        at += count;
    }

    void putCode(int code) {
        makeRoom(1);
        UnsafeMemory.unsafePutByte(at, (byte) code);
        at++;
    }

    void putInt(int code, int value) {
        makeRoom(1 + Integer.BYTES);
        UnsafeMemory.unsafePutByte(at, (byte) code);
        UnsafeMemory.unsafePutInt(at + 1, value);
        at += 1 + Integer.BYTES;
    }

    void putLong(int code, long value) {
        makeRoom(1 + Long.BYTES);
        UnsafeMemory.unsafePutByte(at, (byte) code);
        UnsafeMemory.unsafePutLong(at + 1, value);
        at += 1 + Long.BYTES;
    }

    /** Whether this code comes next, followed by enough bytes for a value. */
    boolean isNext(int code, int valueBytes) {
        return end - at > valueBytes && UnsafeMemory.unsafeGetByte(at) == (byte) code;
    }

    /** Returns the value after a code that {@link #isNext}. */
    int takeInt() {
        int value = UnsafeMemory.unsafeGetInt(at + 1);
        at += 1 + Integer.BYTES;
        return value;
    }

    /** Returns the value after a code that {@link #isNext}. */
    long takeLong() {
        long value = UnsafeMemory.unsafeGetLong(at + 1);
        at += 1 + Long.BYTES;
        return value;
    }

    /** Chronicle's wire, which writes from here until {@link #written}. */
    BinaryWire writer() {
        store.set(start, end - start);
        bytes.clear();
        bytes.writePosition(at - start);
        return wire;
    }

    void written() {
        at = start + bytes.writePosition();
    }

    /** Chronicle's wire, which reads from here until {@link #read}. */
    BinaryWire reader() {
        store.set(start, end - start);
        bytes.clear();
        bytes.readPositionRemaining(at - start, end - at);
        return wire;
    }

    void read() {
        at = start + bytes.readPosition();
    }

    private void makeRoom(int count) {
        if (end - at < count) {
            throw new BufferOverflowException();
        }
    }
}
