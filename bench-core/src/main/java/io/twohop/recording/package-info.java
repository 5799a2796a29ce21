/**
 * The flight recording of a run: started and marked by the monitor's thread of the JVM that measures, read afterwards by
 * the process that started it, to explain memory, pauses and the slowest messages.
 */
package io.twohop.recording;
