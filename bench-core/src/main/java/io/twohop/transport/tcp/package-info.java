/** The {@code tcp} transport: sockets of this machine between the threads of one process, to show what the kernel costs. */
package io.twohop.transport.tcp;
