/**
 * Counters and recorders of the measuring threads: one recorder per probe and thread, sequence trackers, and the seconds
 * they are cut into. The measuring threads write; the monitor reads once a second.
 */
package io.twohop.measure;
