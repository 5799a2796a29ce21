/**
 * A private network and disk of a run, on Linux systems that let this user have them, so that faults can hit them. They
 * end with the run.
 */
package io.twohop.sandbox;
