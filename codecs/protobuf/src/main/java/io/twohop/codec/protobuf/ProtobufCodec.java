package io.twohop.codec.protobuf;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ExtensionRegistryLite;
import io.twohop.codec.Codec;
import io.twohop.codec.protobuf.generated.Order;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/**
 * Protocol Buffers' generated classes, writing into the message buffer and reading from a copy. One thread.
 *
 * <p>{@code decode} rejects an incomplete order with an {@link UncheckedIOException}. The format has no end mark, so
 * the last field, which is always written, serves as one. Unknown fields are skipped, as the format requires.
 */
final class ProtobufCodec implements Codec<OrderEvent> {
    private static final int FIRST_BYTES = 512;

    private final Order.Builder written = Order.newBuilder();
    private final Order.Builder read = Order.newBuilder();
    private final OrderEvent decoded = new OrderEvent();
    private byte[] bytes = new byte[FIRST_BYTES];

    @Override
    public void encode(OrderEvent event, ByteBuffer out) {
        Order order = order(event);
        CodedOutputStream output = CodedOutputStream.newInstance(out);
        try {
            order.writeTo(output);
            output.flush();
        } catch (CodedOutputStream.OutOfSpaceException e) {
            throw new BufferOverflowException();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Order order(OrderEvent event) {
        Order.Builder order = written.clear()
                .setCreatedNanos(event.createdNanos)
                .setReceivedNanos(event.receivedNanos)
                .setTransactNanos(event.transactNanos)
                .setSettleNanos(event.settleNanos)
                .setQuantity(event.quantity)
                .setFilled(event.filled)
                .setSide(event.side)
                .setPriority(event.priority)
                .setPrice(event.price)
                .setStopPrice(event.stopPrice)
                .setAvgPrice(event.avgPrice)
                .setBidPrice(event.bidPrice)
                .setAskPrice(event.askPrice)
                .setFee(event.fee)
                .setNotional(event.notional)
                .setRiskScore(event.riskScore)
                .setTraceSequence(event.traceSequence)
                .setTraceNanos(event.traceNanos);
        if (event.symbol != null) {
            order.setSymbol(event.symbol);
        }
        if (event.venue != null) {
            order.setVenue(event.venue);
        }
        if (event.account != null) {
            order.setAccount(event.account);
        }
        if (event.trader != null) {
            order.setTrader(event.trader);
        }
        return order.build();
    }

    @Override
    public OrderEvent decode(ByteBuffer in) {
        Order.Builder order = read.clear();
        try {
            order.mergeFrom(copy(in), ExtensionRegistryLite.getEmptyRegistry());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "message: " + in.remaining() + " bytes (expected: an order by Protocol Buffers)", e);
        }
        if (!order.hasTraceNanos()) {
            throw new UncheckedIOException(new IOException("message: " + in.remaining()
                    + " bytes (expected: an order by Protocol Buffers, whose last field is trace_nanos)"));
        }
        in.position(in.limit());
        return event(order);
    }

    /** Copies the message to a reused array: the library would allocate one for each direct buffer. */
    private CodedInputStream copy(ByteBuffer in) {
        int length = in.remaining();
        if (length > bytes.length) {
            bytes = new byte[Integer.highestOneBit(length) * 2];
        }
        in.get(in.position(), bytes, 0, length);
        return CodedInputStream.newInstance(bytes, 0, length);
    }

    private OrderEvent event(Order.Builder order) {
        OrderEvent event = decoded;
        event.symbol = order.hasSymbol() ? order.getSymbol() : null;
        event.venue = order.hasVenue() ? order.getVenue() : null;
        event.account = order.hasAccount() ? order.getAccount() : null;
        event.trader = order.hasTrader() ? order.getTrader() : null;
        event.createdNanos = order.getCreatedNanos();
        event.receivedNanos = order.getReceivedNanos();
        event.transactNanos = order.getTransactNanos();
        event.settleNanos = order.getSettleNanos();
        event.quantity = order.getQuantity();
        event.filled = order.getFilled();
        event.side = order.getSide();
        event.priority = order.getPriority();
        event.price = order.getPrice();
        event.stopPrice = order.getStopPrice();
        event.avgPrice = order.getAvgPrice();
        event.bidPrice = order.getBidPrice();
        event.askPrice = order.getAskPrice();
        event.fee = order.getFee();
        event.notional = order.getNotional();
        event.riskScore = order.getRiskScore();
        event.traceSequence = order.getTraceSequence();
        event.traceNanos = order.getTraceNanos();
        return event;
    }
}
