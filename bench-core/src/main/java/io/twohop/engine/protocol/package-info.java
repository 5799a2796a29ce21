/** The protocol between the processes of a run: its plan, and one message per line. */
package io.twohop.engine.protocol;
