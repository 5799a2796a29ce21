/** One measurement in the JVM that measures, and its service in another: from a plan to what it reports each second. */
package io.twohop.engine;
