package com.example.risk;

/** An order, and what became of it. Reused: the measured path makes no garbage of its own. */
public final class Order {
    long account;
    long cents;
    boolean accepted;
}
