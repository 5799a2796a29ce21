/** Findings: what a reader of the numbers should know, and the table of rules that find it. */
package io.twohop.finding;
