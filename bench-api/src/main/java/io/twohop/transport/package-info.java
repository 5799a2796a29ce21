/**
 * What a transport must offer to be measured: the service provider interface, called by the harness's own threads.
 */
package io.twohop.transport;
