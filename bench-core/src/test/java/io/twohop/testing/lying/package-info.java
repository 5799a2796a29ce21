/** A transport that does wrong on purpose, scripted by YAML. */
package io.twohop.testing.lying;
