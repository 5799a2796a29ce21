/** The {@code bench} command: reads what the user typed, finds the files, shows how it goes and how it went. */
package io.twohop.cli;
