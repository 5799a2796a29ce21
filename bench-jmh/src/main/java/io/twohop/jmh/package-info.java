/** What the measuring path costs, piece by piece; on JMH's threads. */
package io.twohop.jmh;
