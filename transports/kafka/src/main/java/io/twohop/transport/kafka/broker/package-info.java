/** Kafka brokers that a run starts: each a process on loopback that ends with its parent. */
package io.twohop.transport.kafka.broker;
