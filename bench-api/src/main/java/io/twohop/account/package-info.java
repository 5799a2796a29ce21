/**
 * Counts of a run, as records that its processes exchange and that results keep: messages and their ends, seconds, lanes, threads.
 * The monitor makes them; any thread or process reads them.
 */
package io.twohop.account;
