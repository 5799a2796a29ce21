/** Starts and finds embedded brokers: Artemis and ActiveMQ Classic. */
package io.twohop.transport.jms.broker;
