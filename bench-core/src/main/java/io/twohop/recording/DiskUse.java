package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A time in which the disk that holds a run's data also wrote for processes that are not of the run. */
@Name("io.twohop.DiskUse")
@Label("Use of the Disk by Others")
@Category("TwoHop")
@StackTrace(false)
final class DiskUse extends Event {
    @Label("Start, in System.nanoTime()")
    long startNanos;

    @Label("Process That Wrote Most")
    String writer;

    @Label("Bytes Written to the Device")
    @DataAmount
    long writtenBytes;

    @Label("Bytes of These for Other Processes")
    @DataAmount
    long othersBytes;

    @Label("End, in System.nanoTime()")
    long endNanos;

    static void commit(String writer, long othersBytes, long writtenBytes, long fromNanos, long toNanos) {
        DiskUse event = new DiskUse();
        event.startNanos = fromNanos;
        event.writer = writer;
        event.writtenBytes = writtenBytes;
        event.othersBytes = othersBytes;
        event.endNanos = toNanos;
        event.commit();
    }
}
