/** Who else is notified of runs while they go on: a page in a browser. */
package io.twohop.cli.live;
