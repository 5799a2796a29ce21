/**
 * Media drivers and archives: where they keep their files, how they are started and ended, and the main class of
 * their own process.
 */
package io.twohop.transport.aeron.driver;
