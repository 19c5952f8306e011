import type { CreateMessageRequestParams } from '@modelcontextprotocol/server';
import type { HandoffTarget } from './target.ts';

/** Required in a sampling request. Agents ignore it. */
const MAX_TOKENS = 4096;

/** The data are in `metadata`, the only field that reaches clients of every protocol revision. */
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
