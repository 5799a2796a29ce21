// Package execution turns orders into executions.
package execution

import (
	"encoding/json"
	"fmt"
)

type order struct {
	OrderID  int64   `json:"orderId"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
}

type execution struct {
	OrderID  int64   `json:"orderId"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
	Status   string  `json:"status"`
}

// Of returns the JSON of an order's execution.
func Of(message []byte) ([]byte, error) {
	var o order
	if err := json.Unmarshal(message, &o); err != nil {
		return nil, fmt.Errorf("order %q: %w", message, err)
	}
	return json.Marshal(execution{o.OrderID, o.Quantity, o.Price, "FILLED"})
}
