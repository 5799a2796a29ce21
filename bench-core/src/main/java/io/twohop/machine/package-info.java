/** Measures the machine and the JVM of this process, before a run and for {@code bench doctor}. Any thread. */
package io.twohop.machine;
