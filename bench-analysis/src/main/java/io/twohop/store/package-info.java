/** A result's files, written and read again. */
package io.twohop.store;
