package io.twohop.result;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a run keeps its data: a queue's files, or those of servers that it starts.
 *
 * @param fileSystem such as {@code ext4}; {@code tmpfs} is memory
 * @param device such as {@code /dev/sda1}
 * @param freeBytes before the run
 */
public record Storage(String fileSystem, String device, long freeBytes) {
    /** Of a directory that exists; null where its system does not say. */
    public static Storage of(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            return new Storage(store.type(), store.name(), store.getUsableSpace());
        } catch (IOException e) {
            return null;
        }
    }
}
