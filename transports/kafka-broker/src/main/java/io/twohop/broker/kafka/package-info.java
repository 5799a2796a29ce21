/** One Kafka broker and controller as a process: it formats its storage, serves, and ends with its standard input. */
package io.twohop.broker.kafka;
