/** The {@code chronicle} transport: publishes and polls on the harness's threads, deletes and drains on its own. */
package io.twohop.transport.chronicle;
