/** The {@code avro} codec, Apache Avro's binary encoding; runs on the threads that publish and consume. */
package io.twohop.codec.avro;
