/** What a run asks of servers, before it asks: shown, held against limits, and agreed to where it is much. */
package io.twohop.demand;
