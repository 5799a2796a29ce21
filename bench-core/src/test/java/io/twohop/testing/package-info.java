/** Stand-ins for what a test must control: the clock, and transports that misbehave on purpose. */
package io.twohop.testing;
