/**
 * A network and a disk of a run's own, where Linux lets this user have them, so that faults can be done to them: in a
 * namespace that nothing else is in, and that ends with the run.
 */
package io.twohop.sandbox;
