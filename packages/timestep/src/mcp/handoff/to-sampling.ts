import type { CreateMessageRequestParams } from '@modelcontextprotocol/server';
import type { HandoffTarget } from './target.ts';

/** The required token limit of a sampling request. Agents ignore it. */
const MAX_TOKENS = 4096;

/**
 * Converts a handoff to the sampling request that carries it. The handoff's data are in `metadata`,
 * because only that field reaches clients of every protocol revision.
 */
export function handoffToSampling(target: HandoffTarget): CreateMessageRequestParams {
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
