/** Verdicts and warnings: pure functions of records that find what {@link io.twohop.finding.Rules} states. */
package io.twohop.judge;
