/** Changes in a series of results, the commits that caused them, and gates for builds. Reads result files. */
package io.twohop.history;
