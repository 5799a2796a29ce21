package io.twohop.cli.live;

/**
 * The names by which watchers know a run.
 *
 * @param title unique within an invocation
 * @param workload the workload's name
 * @param transport name of the transport's file
 */
public record Watched(String title, String workload, String transport) {}
