/** The in-process transport: nothing but memory between the threads, so that what it costs is the harness's own cost. */
package io.twohop.transport.loopback;
