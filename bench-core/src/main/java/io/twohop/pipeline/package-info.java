/**
 * The hot path: generator, service stage and sink, and the threads they run on; nothing here allocates or
 * waits per message.
 */
package io.twohop.pipeline;
