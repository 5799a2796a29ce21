/** Kafka brokers of the run's own: each a process on loopback that dies with the one that started it. */
package io.twohop.transport.kafka.broker;
