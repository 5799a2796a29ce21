/** One measurement in the measuring JVM, and its service in another: from the plan to the reports of each second. */
package io.twohop.engine;
