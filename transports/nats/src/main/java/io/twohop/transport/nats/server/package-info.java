/** NATS servers of the run's own: where the binary comes from, its configuration, and its process on loopback. */
package io.twohop.transport.nats.server;
