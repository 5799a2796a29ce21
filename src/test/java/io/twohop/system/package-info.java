/** The whole system from outside: the packaged command as a process, and transports that live outside the project. */
package io.twohop.system;
