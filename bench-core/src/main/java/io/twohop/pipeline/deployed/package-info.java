/**
 * The way to a service that already runs, and back: requests in the form that the service knows, replies with the header that the
 * pipeline's sinks expect.
 */
package io.twohop.pipeline.deployed;
