/** Findings of a run, as records in sections. The parent makes them after measuring; any process reads them. */
package io.twohop.result;
