package com.example.orders;

/** An order, and what became of it. */
public final class Order {
    public long account;
    public long cents;
    public boolean accepted;
}
