/** Trials before and beside a measurement: the codec, and whether one thread suffices. */
package io.twohop.engine.trial;
