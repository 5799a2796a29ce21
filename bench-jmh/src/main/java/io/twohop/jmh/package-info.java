/** Micro-benchmarks of the measuring path, on JMH's threads. */
package io.twohop.jmh;
