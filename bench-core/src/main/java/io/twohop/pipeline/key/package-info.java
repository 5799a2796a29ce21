/** The keys of messages. */
package io.twohop.pipeline.key;
