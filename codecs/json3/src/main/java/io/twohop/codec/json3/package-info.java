/** The {@code json3} codec, JSON text by Jackson 3; runs on the threads that publish and consume. */
package io.twohop.codec.json3;
