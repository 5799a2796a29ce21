package io.twohop.result;

/**
 * The storage of a run's data: a queue's files, or those of servers that the run starts.
 *
 * @param fileSystem such as {@code ext4}; {@code tmpfs} is memory
 * @param device such as {@code /dev/sda1}
 * @param freeBytes before the run
 */
public record Storage(String fileSystem, String device, long freeBytes) {}
