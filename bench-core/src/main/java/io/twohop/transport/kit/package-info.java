/**
 * What transports share: servers that die with the process that started them, messages in flight, topics in turn, roles among
 * nodes, key files.
 */
package io.twohop.transport.kit;
