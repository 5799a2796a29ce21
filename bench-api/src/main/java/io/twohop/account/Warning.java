package io.twohop.account;

/**
 * Something that makes the numbers worth less than they could be.
 *
 * @param text what
 * @param remedy what to do about it
 */
public record Warning(String text, String remedy) {}
