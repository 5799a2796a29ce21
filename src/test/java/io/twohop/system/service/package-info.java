/** A service that misbehaves on purpose, over Kafka and NATS, so that tests can compare what a measurement counts with what happened. */
package io.twohop.system.service;
