/** Servers that a transport starts for a run: processes on loopback that die with the one that started them. */
package io.twohop.transport.server;
