package io.twohop.pipeline;

/**
 * The part of a run that a pipeline is.
 *
 * @param role the part of a message's path
 * @param share the run's messages that go through the pipeline
 * @param service the service of {@link Role#ENDS}; else {@link RemoteService#NONE}
 */
public record Part(Role role, Share share, RemoteService service) {
    public static final Part WHOLE = new Part(Role.WHOLE, Share.WHOLE, RemoteService.NONE);
}
