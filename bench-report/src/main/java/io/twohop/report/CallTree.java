package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sum of call stacks: the data of a flame graph. */
final class CallTree {
    /** Name of all calls that are too small to show. */
    static final String OTHER = "(other)";

    /** Smallest share of the whole that is shown: 2 pixels of a chart that is 1,000 wide. */
    static final double SMALLEST_SHARE = 0.002;

    /** Maximum number of calls that are shown, which bounds the page's size. */
    static final int MOST = 1_000;

    private final Call root = new Call();

    private static final class Call {
        private final Map<String, Call> callees = new TreeMap<>();
        private long value;
    }

    /**
     * Adds a stack.
     *
     * @param calls outermost first
     * @param value samples, or bytes
     */
    void add(List<String> calls, long value) {
        Call call = root;
        call.value += value;
        for (String name : calls) {
            call = call.callees.computeIfAbsent(name, added -> new Call());
            call.value += value;
        }
    }

    /** Adds all stacks of another tree. */
    void addAll(CallTree other) {
        add(root, other.root);
    }

    private static void add(Call call, Call other) {
        call.value += other.value;
        other.callees.forEach((name, callee) -> add(call.callees.computeIfAbsent(name, added -> new Call()), callee));
    }

    long total() {
        return root.value;
    }

    /**
     * Fills {@code total}, and {@code calls}: depth from 1, index of the name and value of each, callers first.
     *
     * @param names names in all graphs of a run; new ones are added
     */
    void put(Map<String, Integer> names, ObjectNode graph) {
        graph.put("total", root.value);
        put(root, 1, smallest(), names, graph.putArray("calls"));
    }

    private static void put(Call call, int depth, long smallest, Map<String, Integer> names, ArrayNode calls) {
        long other = 0;
        for (Map.Entry<String, Call> entry : call.callees.entrySet()) {
            Call callee = entry.getValue();
            if (callee.value < smallest) {
                other += callee.value;
            } else {
                put(entry.getKey(), callee.value, depth, names, calls);
                put(callee, depth + 1, smallest, names, calls);
            }
        }
        if (other > 0) {
            put(OTHER, other, depth, names, calls);
        }
    }

    private static void put(String name, long value, int depth, Map<String, Integer> names, ArrayNode calls) {
        int index = names.computeIfAbsent(name, added -> names.size());
        calls.add(depth).add(index).add(value);
    }

    /** Returns the value of the smallest call shown. No call is larger than its caller, so the shown calls form a tree. */
    private long smallest() {
        List<Long> values = new ArrayList<>();
        collect(root, values);
        values.sort(Comparator.reverseOrder());
        long least = (long) Math.ceil(SMALLEST_SHARE * root.value);
        return values.size() <= MOST ? least : Math.max(least, values.get(MOST) + 1);
    }

    private static void collect(Call call, List<Long> values) {
        for (Call callee : call.callees.values()) {
            values.add(callee.value);
            collect(callee, values);
        }
    }
}
