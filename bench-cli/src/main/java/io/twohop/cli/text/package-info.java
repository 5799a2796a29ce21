/** Results as text for a terminal. */
package io.twohop.cli.text;
