/** The header before each payload, and the numbers of messages on their lanes. */
package io.twohop.pipeline.header;
