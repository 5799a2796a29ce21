/**
 * Apache Kafka as a transport, by the Java client: publishers and consumers for the harness's threads, topics of the
 * run's own, and (in {@code embedded}) brokers of the run's own.
 */
package io.twohop.transport.kafka;
