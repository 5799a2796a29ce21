/** Checks of a machine before any run ({@code bench doctor}): how it delays threads, and its configuration. Runs on the caller's thread and threads that spin. */
package io.twohop.doctor;
