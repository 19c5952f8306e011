import type { CreateMessageRequestParams } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../core/index.ts';
import type { HandoffTarget } from './target.ts';

/** Undefined for an ordinary sampling request. */
export function parseSamplingHandoff(
  params: CreateMessageRequestParams,
): HandoffTarget | undefined {
  const metadata: unknown = params.metadata;
  if (!isJsonObject(metadata)) return undefined;
  const { agent_uri, context_id, task_id, hops, key, traceparent } = metadata;
  if (typeof agent_uri !== 'string') return undefined;
  const texts = params.messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return {
    agentUri: agent_uri,
    message: texts.join('\n'),
    hops: typeof hops === 'number' ? hops : 1,
    ...(typeof context_id === 'string' && { contextId: context_id }),
    ...(typeof task_id === 'string' && { taskId: task_id }),
    ...(typeof key === 'string' && { key }),
    ...(typeof traceparent === 'string' && { traceparent }),
  };
}
