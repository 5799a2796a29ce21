/** Comparisons of results: reads result files, tests metrics, and words the answer. Any thread. */
package io.twohop.compare;
