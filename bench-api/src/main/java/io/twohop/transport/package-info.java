/** The service provider interface for transports, called by the harness's threads. */
package io.twohop.transport;
