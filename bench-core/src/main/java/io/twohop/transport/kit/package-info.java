/**
 * What transports share: servers that die with the process that started them, messages in flight, topics in turn, roles among
 * nodes, key files, directories elsewhere that go with a run.
 */
package io.twohop.transport.kit;
