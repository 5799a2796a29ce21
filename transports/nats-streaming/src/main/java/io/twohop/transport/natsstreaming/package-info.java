/**
 * NATS Streaming, retired in 2023 and succeeded by JetStream: here so that figures published for it can be measured again.
 */
package io.twohop.transport.natsstreaming;
