package io.twohop.transport;

/** The configuration of a transport whose files have no keys of their own. */
public record NoKeys() {}
