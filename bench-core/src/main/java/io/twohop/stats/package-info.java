/** Whether two groups of forks differ: tests, intervals and sample sizes over plain numbers; any thread. */
package io.twohop.stats;
