/** Arrivals as a file has them, read ahead of the generators (a thread of its own; any process before a run). */
package io.twohop.replay;
