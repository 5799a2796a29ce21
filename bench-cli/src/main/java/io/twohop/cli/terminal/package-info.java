/** Progress of runs on a terminal, or as lines in a log. */
package io.twohop.cli.terminal;
