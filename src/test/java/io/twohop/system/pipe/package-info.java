/** A transport outside the project, as docs/adding-a-transport.md tells to write it. */
package io.twohop.system.pipe;
