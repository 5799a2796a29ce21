package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import org.junit.jupiter.api.Test;

class ProvidersTest {
    @Test
    void shouldFindAClassOfTheUnnamedPackage() {
        assertThat(Providers.origin(Providers.service("Unpackaged")).getName()).isEqualTo("Unpackaged");
    }

    @Test
    void shouldRefuseAClassOfAnotherKind() {
        assertThatThrownBy(() -> Providers.event("Unpackaged"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("event: Unpackaged (expected: a class that implements EventType;");
    }

    @Test
    void shouldNameProvidersForANameThatIsNeither() {
        assertThatThrownBy(() -> Providers.service("Unpacked"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "pass-through, stops, or what another module or a class on the class path brings");
        assertThat(Providers.isClass("io/twohop/registry/Providers")).isFalse();
        assertThat(Providers.isClass("pass-through")).isFalse();
    }
}
