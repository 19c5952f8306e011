import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '#core';
import { parseArtifacts, parseQuestion } from '../convert/call-data.ts';
import { HANDOFF_EXTENSION } from '../extension.ts';
import type { HandoffTarget, HandoffAnswer } from './target.ts';

/** Token limit of a sampling request, which MCP requires and agents ignore. */
const MAX_TOKENS = 4096;

/** Converts a handoff to a sampling request. All clients receive its data, in `metadata`. */
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

/** Parses a handoff. Undefined for an ordinary sampling request. */
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

/** The outcome of a handoff: the agent's answer, or the reason why it failed. */
export type HandoffOutcome =
  | { readonly ok: true; readonly answer: HandoffAnswer }
  | { readonly ok: false; readonly reason: string };

/** Converts an outcome to an answer. A failure, too: an error could end the call. */
export function outcomeToSampling(outcome: HandoffOutcome): CreateMessageResult {
  const { taskId, contextId, artifacts, question } = outcome.ok ? outcome.answer : {};
  const meta = outcome.ok
    ? {
        ...(taskId !== undefined && { taskId }),
        ...(contextId !== undefined && { contextId }),
        ...(artifacts && { artifacts: structuredClone(artifacts) }),
        ...(question && { question: structuredClone(question) }),
      }
    : { failed: true };
  return {
    role: 'assistant',
    model: 'a2a',
    stopReason: 'endTurn',
    content: { type: 'text', text: outcome.ok ? outcome.answer.text : outcome.reason },
    _meta: { [HANDOFF_EXTENSION]: meta },
  };
}

export function parseHandoffOutcome(
  result: CreateMessageResult | CreateMessageResultWithTools,
): HandoffOutcome {
  const blocks = Array.isArray(result.content) ? result.content : [result.content];
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const found: unknown = result._meta?.[HANDOFF_EXTENSION];
  const meta = isJsonObject(found) ? found : {};
  if (meta['failed'] === true) return { ok: false, reason: text };
  const { taskId, contextId } = meta;
  const question = parseQuestion(meta['question']);
  const artifacts = parseArtifacts(meta['artifacts']);
  return {
    ok: true,
    answer: {
      text,
      ...(typeof taskId === 'string' && { taskId }),
      ...(typeof contextId === 'string' && { contextId }),
      ...(artifacts.length > 0 && { artifacts }),
      ...(question && { question }),
    },
  };
}
