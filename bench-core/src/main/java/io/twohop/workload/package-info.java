/**
 * What is sent, how fast and for how long: the workload model and the strict YAML behind every configuration; runs on
 * the main thread before a run starts, and all of its types are immutable.
 */
package io.twohop.workload;
