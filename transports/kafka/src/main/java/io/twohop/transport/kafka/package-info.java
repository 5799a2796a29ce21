/**
 * The {@code kafka} transport, with the Java client: publishers and consumers on the harness's threads, and the run's
 * own topics. Package {@code broker} starts brokers.
 */
package io.twohop.transport.kafka;
