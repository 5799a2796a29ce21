/** What the processes of a run hand to each other: its plan, and a message a line. */
package io.twohop.engine.protocol;
