/**
 * The {@code jms} transport, over the API alone: the client comes with an embedded broker or from {@code clientJars}. Package {@code
 * broker} starts brokers.
 */
package io.twohop.transport.jms;
