package io.twohop.codec.wire;

/**
 * The {@code wire-named} codec: Chronicle Wire's binary format with the fields' names, so that either end may have fields
 * that the other does not know. Takes more than twice the bytes of {@code wire}.
 */
public final class NamedWireCodecProvider extends WireCodecProvider {
    @Override
    public String name() {
        return "wire-named";
    }

    @Override
    public String description() {
        return "Chronicle Wire: binary, self-describing, no garbage";
    }

    @Override
    boolean named() {
        return true;
    }
}
