package com.example.risk;

/** An order with its outcome. Reused, so the measured path makes no garbage. */
public final class Order {
    long account;
    long cents;
    boolean accepted;
}
