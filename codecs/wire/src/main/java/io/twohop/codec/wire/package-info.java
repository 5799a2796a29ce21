/** Chronicle Wire codecs; they run on the threads that publish and consume. */
package io.twohop.codec.wire;
