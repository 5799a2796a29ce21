/** Invocations that measure: one run, a matrix, rounds of interleaved forks, or a duet. */
package io.twohop.cli.session;
