/** What there is by name: transports, codecs, events and services on the class path, and the files that name them. */
package io.twohop.registry;
