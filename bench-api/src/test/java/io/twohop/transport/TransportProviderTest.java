package io.twohop.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransportProviderTest {
    private record Keys(int one) {}

    private abstract static class Base<C extends Record> implements TransportProvider<C> {
        @Override
        public Transport open(C config, RunContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Direct extends Base<Keys> {}

    private static final class Plain extends Base<NoKeys> {}

    @Test
    void shouldTakeTheConfigurationFromItsTypeArgument() {
        assertThat(new Direct().configType()).isEqualTo(Keys.class);
        assertThat(new Plain().configType()).isEqualTo(NoKeys.class);
    }

    @Test
    void shouldHaveNoKeysAsALambda() {
        TransportProvider<NoKeys> provider = (config, context) -> {
            throw new UnsupportedOperationException();
        };

        assertThat(provider.configType()).isEqualTo(NoKeys.class);
    }

    @SuppressWarnings("rawtypes")
    @Test
    void shouldRefuseAClassThatDeclaresNoConfiguration() {
        class Undeclared implements TransportProvider {
            @Override
            public Transport open(Record config, RunContext context) {
                throw new UnsupportedOperationException();
            }
        }

        assertThatThrownBy(new Undeclared()::configType)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Undeclared does not declare its configuration (expected: ");
    }
}
