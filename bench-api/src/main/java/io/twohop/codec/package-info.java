/**
 * Turns events into bytes and back: the codec interface and the JSON codec; runs on the threads that publish and consume.
 */
package io.twohop.codec;
