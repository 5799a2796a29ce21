/**
 * What is sent, how fast and for how long; made on the main thread before a run starts, and all of its types are immutable.
 */
package io.twohop.workload;
