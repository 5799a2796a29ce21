package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallTreeTest {
    private final CallTree tree = new CallTree();
    private final Map<String, Integer> names = new LinkedHashMap<>();

    private JsonNode graph() {
        ObjectNode graph = JsonNodeFactory.instance.objectNode();
        tree.put(names, graph);
        return graph;
    }

    /** Each call as {@code depth name value}. */
    private List<String> calls() {
        List<String> calls = new ArrayList<>();
        JsonNode numbers = graph().path("calls");
        List<String> all = List.copyOf(names.keySet());
        for (int i = 0; i < numbers.size(); i += 3) {
            calls.add(numbers.get(i) + " " + all.get(numbers.get(i + 1).asInt()) + " " + numbers.get(i + 2));
        }
        return calls;
    }

    @Test
    void shouldAddUpStacksThatBeginAlike() {
        tree.add(List.of("sink", "poll", "decode"), 2);
        tree.add(List.of("sink", "poll"), 1);
        tree.add(List.of("generator", "encode"), 4);
        tree.add(List.of("sink", "poll", "decode"), 3);

        assertThat(calls()).containsExactly("1 generator 4", "2 encode 4", "1 sink 6", "2 poll 6", "3 decode 5");
        assertThat(graph().path("total").asLong()).isEqualTo(10);
    }

    @Test
    void shouldTellCallersOfOneCallApart() {
        tree.add(List.of("a", "shared"), 1);
        tree.add(List.of("b", "shared"), 2);

        assertThat(calls()).containsExactly("1 a 1", "2 shared 1", "1 b 2", "2 shared 2");
        assertThat(names).hasSize(3);
    }

    @Test
    void shouldMergeWhatIsTooSmallToBeSeen() {
        tree.add(List.of("sink", "large"), 998);
        tree.add(List.of("sink", "small", "inner"), 1);
        tree.add(List.of("sink", "tiny"), 1);

        assertThat(calls()).containsExactly("1 sink 1000", "2 large 998", "2 (other) 2");
    }

    @Test
    void shouldShowABoundedNumberOfCalls() {
        for (int i = 0; i < 3 * CallTree.MOST; i++) {
            tree.add(List.of("a" + i % 400, "b" + i), i % 7 == 0 ? 50 : 49);
        }

        List<String> calls = calls();
        assertThat(calls).hasSizeBetween(2, 2 * CallTree.MOST);
        // Nothing is lost: those right on the whole make all of it.
        assertThat(calls.stream()
                        .filter(call -> call.startsWith("1 "))
                        .mapToLong(call -> Long.parseLong(call.substring(call.lastIndexOf(' ') + 1)))
                        .sum())
                .isEqualTo(tree.total());
    }

    @Test
    void shouldAddAnotherTree() {
        tree.add(List.of("sink", "poll"), 1);
        CallTree other = new CallTree();
        other.add(List.of("sink", "poll", "decode"), 2);
        other.add(List.of("jvm"), 3);

        tree.addAll(other);

        assertThat(calls()).containsExactly("1 jvm 3", "1 sink 3", "2 poll 3", "3 decode 2");
        assertThat(tree.total()).isEqualTo(6);
    }
}
