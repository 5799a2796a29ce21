package io.twohop.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counts once a second for whom the disk that holds a run's data wrote. Linux counts what a process writes into memory; the
 * disk writes it up to half a minute later, so bytes stay pending until the disk has written as much. The monitor only.
 */
final class DiskWriters implements Closeable {
    /** A disk writes at most this many bytes for each that is synced, the journal's included (measured: METHODOLOGY.md). */
    private static final int JOURNALED = 2;

    /** Bytes per second below which others' writes are the noise of daemons. */
    private static final long LEAST_BYTES = 1 << 20;

    /** Others matter from this part of the device's bytes. */
    private static final double SUBSTANTIAL = 0.1;

    /** Bytes from which a writer is looked at closely: that reads the files of all its threads. */
    private static final long DESCRIBED_BYTES = LEAST_BYTES / 16;

    private static final String UNKNOWN = "another process";
    private static final String WRITTEN = "write_bytes: ";
    private static final int LINES_BEFORE = 5;
    private static final long SECTOR_BYTES = 512;
    private static final long KERNEL = 2;

    /** The others of a machine with more stay unknown. */
    private static final int MOST_PROCESSES = 1_000;

    private final Path proc;
    private final DeviceWrites device;
    private final long self;
    private final Supplier<Map<String, ProcessHandle>> run;
    private final LongSupplier clock;
    private final Listener listener;
    private final CountReader reader = new CountReader();
    private final Map<Long, Writer> writers = new HashMap<>();
    private final Map<String, Double> pending = new HashMap<>();
    private double ownPending;
    private long writtenBytes;
    private long readNanos;

    /** Receives times in which others had a substantial part of the disk. */
    interface Listener {
        /** @param writer who wrote most of others' bytes */
        void onUse(String writer, long othersBytes, long writtenBytes, long fromNanos, long toNanos);
    }

    private static final class Writer {
        private final long parent;
        private final boolean isNew;
        private Optional<FileChannel> file = Optional.empty();
        private long bytes;
        private long grown;

        /** Bytes of children that ended, which Linux adds to their parent although they have been counted. */
        private long counted;

        private Optional<Writer> child = Optional.empty();

        private String name;

        Writer(String name, long parent, boolean isNew) {
            this.name = name;
            this.parent = parent;
            this.isNew = isNew;
        }

        void close() {
            file.ifPresent(CountReader::close);
            file = Optional.empty();
        }
    }

    /**
     * Begins to count.
     *
     * @param device its major and minor number, as in {@code 8:1}; empty if the data is not on a device
     */
    DiskWriters(
            Path proc,
            String device,
            long self,
            Supplier<Map<String, ProcessHandle>> run,
            LongSupplier clock,
            Listener listener) {
        this.proc = proc;
        this.device = new DeviceWrites(proc, device);
        this.self = self;
        this.run = run;
        this.clock = clock;
        this.listener = listener;
        writtenBytes = this.device.read();
        if (writtenBytes >= 0) {
            readNanos = clock.getAsLong();
            scan(false);
            Set<Long> own = own();
            // Nobody knows how much of these the disk has written.
            writers.forEach((pid, writer) -> ownPending += isOwn(pid, own) ? writer.bytes : 0);
        }
    }

    /** Reports what happened since the last time. Does nothing if the data is not on a disk. */
    void read() {
        long before = writtenBytes;
        long fromNanos = readNanos;
        writtenBytes = before < 0 ? before : device.read();
        if (writtenBytes < 0) {
            return;
        }
        readNanos = clock.getAsLong();
        long written = writtenBytes - before;
        readOwn();
        if (isMuch(written - JOURNALED * ownPending, written)) {
            scan(true);
            charge();
            report(written, fromNanos);
        }
        ownPending = Math.max(0, ownPending - written);
    }

    /** Reads the run's own processes only: on a quiet machine, no others are read. */
    private void readOwn() {
        Set<Long> own = own();
        own.retainAll(writers.keySet());
        for (long pid : own) {
            Writer writer = writers.get(pid);
            scan(writer, true);
            ownPending += writer.grown;
            writer.grown = 0;
        }
    }

    private static boolean isMuch(double bytes, long written) {
        return bytes >= LEAST_BYTES && bytes >= SUBSTANTIAL * written;
    }

    private void report(long written, long fromNanos) {
        double rest = Math.max(0, written - JOURNALED * ownPending);
        double known = pending.values().stream().mapToDouble(each -> each).sum();
        double others = Math.min(rest, JOURNALED * known);
        String writer = pending.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(UNKNOWN);
        double left = known == 0 ? 0 : Math.max(0, 1 - others / known);
        pending.replaceAll((name, bytes) -> bytes * left);
        pending.values().removeIf(bytes -> bytes < SECTOR_BYTES);
        if (rest - others >= written / 2.0) {
            // It belongs to another user, or is not of this container, or had ended before the run began.
            writer = UNKNOWN;
            others = rest;
        }
        if (isMuch(others, written)) {
            listener.onUse(writer, Math.round(others), written, fromNanos, readNanos);
        }
    }

    /** Reads what each process has written, and forgets those that ended. */
    private void scan(boolean isLater) {
        Set<Long> gone = new HashSet<>(writers.keySet());
        for (Path process : CountReader.entries(proc)) {
            String name = process.getFileName().toString();
            if (Character.isDigit(name.charAt(0))) {
                long pid = Long.parseLong(name);
                gone.remove(pid);
                scan(writers.computeIfAbsent(pid, added -> find(added, isLater)), isLater);
            }
        }
        for (long pid : gone) {
            Writer ended = writers.remove(pid);
            ended.close();
            if (ended.bytes > 0) {
                known(ended.parent).ifPresent(parent -> {
                    parent.counted += ended.bytes;
                    parent.child = parent.child
                            .filter(other -> other.bytes >= ended.bytes)
                            .or(() -> Optional.of(ended));
                });
            }
        }
    }

    private Optional<Writer> known(long pid) {
        return Optional.ofNullable(writers.get(pid));
    }

    private void scan(Writer writer, boolean counts) {
        writer.file.ifPresent(file -> {
            if (reader.read(file)) {
                long bytes = written();
                writer.grown = counts ? bytes - writer.bytes : 0;
                writer.bytes = bytes;
            } else {
                writer.close();
            }
        });
    }

    private Writer find(long pid, boolean isNew) {
        Writer writer = writer(pid, isNew);
        if (writer.parent != KERNEL && writers.size() < MOST_PROCESSES) {
            writer.file = CountReader.open(proc.resolve(pid + "/io"));
        }
        return writer;
    }

    private Writer writer(long pid, boolean isNew) {
        try {
            String stat = Files.readString(proc.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            int nameEnd = stat.lastIndexOf(')');
            long parent = Long.parseLong(stat.substring(nameEnd + 2).split(" ", 3)[1]);
            return new Writer(stat.substring(stat.indexOf('(') + 1, nameEnd), parent, isNew);
        } catch (IOException | RuntimeException e) {
            return new Writer("", KERNEL, isNew);
        }
    }

    /** Makes pending what was written since the last time. */
    private void charge() {
        Set<Long> own = own();
        for (Map.Entry<Long, Writer> one : writers.entrySet()) {
            Writer writer = one.getValue();
            long counted = Math.min(Math.max(0, writer.grown), writer.counted);
            long bytes = writer.grown - counted;
            writer.counted -= counted;
            writer.grown = 0;
            if (bytes > 0 && isOwn(one.getKey(), own)) {
                ownPending += bytes;
            } else if (bytes > 0) {
                pending.merge(described(one.getKey(), writer, bytes), (double) bytes, Double::sum);
            }
        }
    }

    /** A process that is new may have been another program, or its parent, when it was found. */
    private String described(long pid, Writer writer, long bytes) {
        if (bytes < DESCRIBED_BYTES) {
            return writer.name + " (pid " + pid + ")";
        }
        Writer now = writer(pid, writer.isNew);
        boolean lives = !now.name.isEmpty();
        if (lives) {
            writer.name = now.name;
        }
        if (lives && writtenByItself(pid) < bytes / 2) {
            return writer.child.map(child -> child.name).orElse("a short-lived process") + childOf(pid, writer);
        }
        return known(writer.parent)
                .filter(parent -> writer.isNew)
                .map(parent -> writer.name + childOf(writer.parent, parent))
                .orElse(writer.name + " (pid " + pid + ")");
    }

    private static String childOf(long pid, Writer parent) {
        return ", child of " + parent.name + " (pid " + pid + ")";
    }

    /** Returns the bytes written by a process's live threads, without its children. */
    private long writtenByItself(long pid) {
        long bytes = 0;
        for (Path thread : CountReader.entries(proc.resolve(pid + "/task"))) {
            Optional<FileChannel> io = CountReader.open(thread.resolve("io"));
            bytes += io.filter(reader::read).isPresent() ? written() : 0;
            io.ifPresent(CountReader::close);
        }
        return bytes;
    }

    /** Processes of the run. A JVM that started this one is its launcher, which writes results and starts other forks. */
    private Set<Long> own() {
        Set<Long> own = new HashSet<>();
        own.add(self);
        run.get().values().forEach(process -> own.add(process.pid()));
        known(self)
                .filter(measuring -> known(measuring.parent)
                        .filter(parent -> parent.name.equals(measuring.name))
                        .isPresent())
                .ifPresent(measuring -> own.add(measuring.parent));
        return own;
    }

    private boolean isOwn(long pid, Set<Long> own) {
        // A process ends while others are read, and its number may come again: no chain is longer than all of them.
        long ancestor = pid;
        for (int i = 0; i <= writers.size() && !own.contains(ancestor); i++) {
            if (!writers.containsKey(ancestor)) {
                return false;
            }
            ancestor = writers.get(ancestor).parent;
        }
        return own.contains(ancestor);
    }

    /** Returns the value of the sixth line of the file that was read last. */
    private long written() {
        reader.skip(LINES_BEFORE, '\n');
        reader.skip(WRITTEN.length());
        return reader.number();
    }

    @Override
    public void close() {
        writers.values().forEach(Writer::close);
        device.close();
    }
}
