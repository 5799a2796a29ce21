/** The {@code wire} codec, Chronicle Wire's self-describing binary format; runs on the threads that publish and consume. */
package io.twohop.codec.wire;
