package io.twohop.cli.live;

/**
 * A run as those know it who watch it.
 *
 * @param title no two runs of a call have the same
 * @param workload its name
 * @param transport name of the transport's file
 */
public record Watched(String title, String workload, String transport) {}
