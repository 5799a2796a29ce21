/** Event types, their sources, and the service between the two hops. */
package io.twohop.event;
