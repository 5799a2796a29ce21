/** The parent's side of a run: its forks one after the other, what they reported, the result and its files. */
package io.twohop.launch;
