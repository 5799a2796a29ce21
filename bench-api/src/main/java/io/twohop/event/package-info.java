/** What is sent and what is called: event types, their sources, and the service between the two hops. */
package io.twohop.event;
