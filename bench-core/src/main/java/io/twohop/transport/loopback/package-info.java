/** The in-process transport: only memory between the threads, so that its cost is the harness's own. */
package io.twohop.transport.loopback;
