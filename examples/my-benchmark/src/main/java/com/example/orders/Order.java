package com.example.orders;

/** An order with its outcome. */
public final class Order {
    public long account;
    public long cents;
    public boolean accepted;
}
