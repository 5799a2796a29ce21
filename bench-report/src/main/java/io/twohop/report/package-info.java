/** Turns result directories into one HTML page or a plot for the terminal; on the command's thread, after the runs. */
package io.twohop.report;
