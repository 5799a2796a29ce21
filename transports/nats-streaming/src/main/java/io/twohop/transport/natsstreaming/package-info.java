/**
 * The {@code nats-streaming} transport: a server retired in 2023 and succeeded by JetStream, kept to reproduce
 * published figures.
 */
package io.twohop.transport.natsstreaming;
