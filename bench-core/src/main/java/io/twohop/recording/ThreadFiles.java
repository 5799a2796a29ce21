package io.twohop.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file of counts that Linux keeps for each thread of this process; knows no thread elsewhere. Reading allocates nothing. One
 * thread.
 */
abstract class ThreadFiles implements Closeable {
    private static final int NAME_LENGTH = 15;

    private final List<String> threads = new ArrayList<>();
    private final List<FileChannel> files = new ArrayList<>();
    private final CountReader reader = new CountReader();

    ThreadFiles(Path proc, List<String> names, String file) {
        this(
                proc,
                name -> names.stream()
                        .filter(wanted -> wanted.substring(0, Math.min(wanted.length(), NAME_LENGTH))
                                .equals(name))
                        .findFirst(),
                file);
    }

    /** @param called maps the name that Linux keeps of a thread to the name to use; empty for an unwanted thread */
    ThreadFiles(Path proc, Function<String, Optional<String>> called, String file) {
        try {
            for (Path task : CountReader.entries(proc.resolve("self/task"))) {
                Optional<String> wanted =
                        called.apply(Files.readString(task.resolve("comm")).strip());
                if (wanted.isPresent()) {
                    files.add(FileChannel.open(task.resolve(file), StandardOpenOption.READ));
                    threads.add(wanted.get());
                }
            }
        } catch (IOException e) {
            close();
        }
    }

    /** Returns the number of threads that were found. */
    public final int threads() {
        return threads.size();
    }

    final String name(int thread) {
        return threads.get(thread);
    }

    /** Reads the counts of a thread; false once it has ended. */
    public final boolean read(int thread) {
        boolean isRead = reader.read(files.get(thread));
        if (isRead) {
            parse(reader);
        }
        return isRead;
    }

    abstract void parse(CountReader counts);

    @Override
    public final void close() {
        files.forEach(CountReader::close);
        files.clear();
        threads.clear();
    }
}
