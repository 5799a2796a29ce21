/**
 * The cost of a run on its machine: CPU, memory, disk and loopback device, by process and by part. The monitor's
 * thread.
 */
package io.twohop.cost;
