/** The headless Chromium in which tests look at pages: found on this machine, or fetched into the user's cache. */
package io.twohop.browser;
