/** Whether one result is better than another: reads result files, asks the statistics, words the answer; any thread. */
package io.twohop.compare;
