/** Faults: done to parts of a run by a thread of its own, and afterwards what they did to the messages. */
package io.twohop.fault;
