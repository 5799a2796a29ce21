/** The {@code bench} command and its subcommands: options, files and output. */
package io.twohop.cli;
