/**
 * The JSON codecs, both by Jackson databind on any class that it can map: {@code json} without what it can do without, and
 * {@code json-java-time} as it comes. They run on the threads that publish and consume, one instance each.
 */
package io.twohop.codec.json;
