/** One run on several machines: agents, and what coordinates them over NATS. Nothing of it is in a JVM that measures. */
package io.twohop.agents;
