/** Redis: streams with consumer groups, and publish and subscribe. */
package io.twohop.transport.redis;
