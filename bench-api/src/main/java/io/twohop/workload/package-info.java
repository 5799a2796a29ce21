/**
 * The workload model: what is sent, how fast, and for how long. The main thread makes it before a run starts; all types are
 * immutable.
 */
package io.twohop.workload;
