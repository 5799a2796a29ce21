/** A run's life: from files to a plan, from a plan to a measurement here or in a forked JVM, and from there to a result. */
package io.twohop.run;
