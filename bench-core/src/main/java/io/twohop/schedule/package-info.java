/** When each message is due: pure functions that know no clock. */
package io.twohop.schedule;
