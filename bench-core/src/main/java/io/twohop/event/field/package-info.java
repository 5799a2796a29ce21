/** Fields of messages that are bytes: written in place per message, and read back. Each object belongs to one measuring thread. */
package io.twohop.event.field;
