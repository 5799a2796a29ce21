/** Third-party programs: found on this machine, or fetched into the user's cache and checked. */
package io.twohop.programs;
