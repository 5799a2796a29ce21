package io.twohop.result;

import io.twohop.account.MessageSizes;

/**
 * The expense of a fork's messages: bytes, CPU time, and time of the service.
 *
 * @param sizes of the messages; {@code null} if none was published in the window
 * @param codec the cost of the codec; {@code null} if not measured, as in a fork that was aborted
 * @param costs the use of the machine; {@code null} if not counted, as in a fork that was aborted
 * @param service the load on the service; {@code null} with one hop, and in a fork that was aborted
 */
public record Expense(MessageSizes sizes, CodecCost codec, Costs costs, ServiceLoad service) {}
