/** The demand of a run on its servers, before it starts: shown, compared with limits, and agreed to if it is large. */
package io.twohop.demand;
