/** The {@code protobuf} codec, Protocol Buffers by generated classes; runs on the threads that publish and consume. */
package io.twohop.codec.protobuf;
