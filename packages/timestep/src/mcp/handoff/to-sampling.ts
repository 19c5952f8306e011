import type { CreateMessageRequestParams } from '@modelcontextprotocol/server';
import type { HandoffTarget } from './target.ts';

/** A value for the field that sampling requires; agents do not heed it. */
const MAX_TOKENS = 4096;

/**
 * A handoff as the sampling request that carries it. The data for the callback stands in
 * `metadata`, the one place that reaches clients of every protocol revision.
 */
export function toSampling(target: HandoffTarget): CreateMessageRequestParams {
  const { agentUri, message, contextId, taskId, hops, key, traceparent } = target;
  return {
    messages: [{ role: 'user', content: { type: 'text', text: message } }],
    maxTokens: MAX_TOKENS,
    metadata: {
      agent_uri: agentUri,
      hops,
      ...(contextId !== undefined && { context_id: contextId }),
      ...(taskId !== undefined && { task_id: taskId }),
      ...(key !== undefined && { key }),
      ...(traceparent !== undefined && { traceparent }),
    },
  };
}
