/** Marks a run in its flight recording, by the monitor of the JVM that measures: seconds, stalls, slow messages. */
package io.twohop.recording;
