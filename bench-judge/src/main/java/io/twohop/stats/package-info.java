/** Statistics over plain numbers: tests of two groups of forks, change points, intervals and sample sizes. Any thread. */
package io.twohop.stats;
