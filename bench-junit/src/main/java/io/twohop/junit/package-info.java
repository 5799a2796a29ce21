/** Measurements as JUnit tests; on the thread of the test, which waits. */
package io.twohop.junit;
