/** Turns many result directories into a static site, and checks contributed ones; on the command's thread, after the runs. */
package io.twohop.site;
