/**
 * Creations of runs on servers they did not start: recorded before they are made, and deleted by the process that
 * survives.
 */
package io.twohop.leftovers;
