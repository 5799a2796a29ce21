/** Runs of one invocation as a matrix: its directory with {@code summary.csv}, and its table. */
package io.twohop.cli.matrix;
