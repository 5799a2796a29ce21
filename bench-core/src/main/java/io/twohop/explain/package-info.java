/** Explains a run from its flight recording: memory, pauses, causes of the slowest messages, and delays by the machine. */
package io.twohop.explain;
