/** The way in for Java code: {@link io.twohop.Benchmark}. Its caller's thread waits; a thread of its own watches the run. */
package io.twohop;
