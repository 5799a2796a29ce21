"""Turns orders into executions."""

import json


def of(message: bytes) -> bytes:
    order = json.loads(message)
    return json.dumps(
        {
            "orderId": order["orderId"],
            "quantity": order["quantity"],
            "price": order["price"],
            "status": "FILLED",
        }
    ).encode()
