package io.twohop.account;

/**
 * The end of one producer's messages that were due in the measured window.
 *
 * @param due messages that its schedule has in the window
 * @param arrived those that arrived within the window
 * @param arrivedLater those that arrived after it
 * @param missing those that did not arrive; {@link Ledger} has the reasons for all producers together
 */
public record ProducerAccount(long due, long arrived, long arrivedLater, long missing) {}
