/**
 * Shared code of transports: server processes, free ports, messages in flight, roles among nodes, key files,
 * directories.
 */
package io.twohop.transport.kit;
