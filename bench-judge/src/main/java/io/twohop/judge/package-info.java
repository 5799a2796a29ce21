/** Verdicts: was the rate held, did the books balance, was the objective met. */
package io.twohop.judge;
