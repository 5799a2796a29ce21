/** What this machine does to a thread before any run, and how it is set up ({@code bench doctor}); the caller's thread, and those that it watches with. */
package io.twohop.doctor;
