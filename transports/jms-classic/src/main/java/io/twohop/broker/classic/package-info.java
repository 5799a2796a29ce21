/** The process of an embedded ActiveMQ Classic broker. */
package io.twohop.broker.classic;
