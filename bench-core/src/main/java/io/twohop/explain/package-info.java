/** Reads a run's flight recording afterwards: memory, pauses, what delayed the slowest messages, which the machine delayed. */
package io.twohop.explain;
