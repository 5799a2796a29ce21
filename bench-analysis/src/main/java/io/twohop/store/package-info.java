/** The files of a result: writing and reading. */
package io.twohop.store;
