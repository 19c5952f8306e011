import type { CreateMessageRequestParams } from '@modelcontextprotocol/server';
import type { HandoffTarget } from './target.ts';

/** A bound for the field that sampling requires; agents answer as long as they like. */
const MAX_TOKENS = 4096;

/**
 * A handoff as the sampling request that carries it. What the callback needs rides in `metadata`,
 * the one place that reaches clients of every protocol revision.
 */
export function toSampling(target: HandoffTarget): CreateMessageRequestParams {
  const { agentUri, message, contextId, hops, key, traceparent } = target;
  return {
    messages: [{ role: 'user', content: { type: 'text', text: message } }],
    maxTokens: MAX_TOKENS,
    metadata: {
      agent_uri: agentUri,
      hops,
      ...(contextId !== undefined && { context_id: contextId }),
      ...(key !== undefined && { key }),
      ...(traceparent !== undefined && { traceparent }),
    },
  };
}
