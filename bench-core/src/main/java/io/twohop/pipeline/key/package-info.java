/** Which key each message has; on the thread that sends it, and on the one that receives it. */
package io.twohop.pipeline.key;
