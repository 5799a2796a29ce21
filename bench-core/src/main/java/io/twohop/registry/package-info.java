/** Things with names: transports, codecs, events, and services on the class path, and the files that name them. */
package io.twohop.registry;
