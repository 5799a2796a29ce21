package com.example.orders;

import java.math.BigDecimal;

/** @param orderId the order that was executed */
public record Execution(long orderId, int quantity, BigDecimal price, String status) {}
