/** What is tried before a measurement, and beside it: the codec, and whether one thread would do. */
package io.twohop.engine.trial;
