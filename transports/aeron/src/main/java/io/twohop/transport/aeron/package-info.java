/**
 * Aeron's publications and images; the generator's, the service's and the sink's threads publish and poll, a watching
 * thread connects.
 */
package io.twohop.transport.aeron;
