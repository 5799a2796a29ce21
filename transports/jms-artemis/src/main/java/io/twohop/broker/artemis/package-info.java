/** The process of an embedded Artemis broker. */
package io.twohop.broker.artemis;
