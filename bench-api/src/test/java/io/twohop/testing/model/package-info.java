/** Builders of results, and stand-ins for what a test must control, such as the clock. */
package io.twohop.testing.model;
