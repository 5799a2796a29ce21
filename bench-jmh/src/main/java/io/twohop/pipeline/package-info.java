/** Micro-benchmarks of what the pipeline keeps to itself. */
package io.twohop.pipeline;
