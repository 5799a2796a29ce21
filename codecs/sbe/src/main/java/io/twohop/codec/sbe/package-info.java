/** The {@code sbe} codec, Simple Binary Encoding by generated flyweights; runs on the threads that publish and consume. */
package io.twohop.codec.sbe;
