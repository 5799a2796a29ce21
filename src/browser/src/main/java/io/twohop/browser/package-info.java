/** The headless Chromium of tests of pages: found on this machine, or downloaded into the user's cache. */
package io.twohop.browser;
