/** NATS as a transport, by the Java client: core subjects or JetStream streams of the run's own. */
package io.twohop.transport.nats;
