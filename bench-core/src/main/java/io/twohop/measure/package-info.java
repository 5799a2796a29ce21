/**
 * What is counted and timed: one recorder per probe and thread, the account of every message, and the seconds they are
 * cut into; written by the measuring threads, read once a second by the monitor.
 */
package io.twohop.measure;
