/** The times at which messages are due: pure functions that know no clock. */
package io.twohop.schedule;
