/** Whether two groups of forks differ, and where a series changes: tests, intervals and sample sizes over plain numbers; any thread. */
package io.twohop.stats;
