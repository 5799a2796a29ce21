/** Where a series of results changes, which commit it was, and whether that fails a build; any process, from result files. */
package io.twohop.history;
