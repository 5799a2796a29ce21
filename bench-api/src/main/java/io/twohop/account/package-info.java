/**
 * What a run counted, as records that its processes exchange and that results keep: messages and their ends, the seconds, lanes,
 * threads. Plain values; the monitor makes them, and any thread or process reads them.
 */
package io.twohop.account;
