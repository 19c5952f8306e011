import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
  SamplingMessageContentBlock,
} from '@modelcontextprotocol/client';
import { isJsonObject, omitUndefined } from '#core';
import { parseArtifacts, parseQuestion } from '../convert/call-data.ts';
import { HANDOFF_EXTENSION } from '../extension.ts';
import type { HandoffTarget, HandoffAnswer } from './target.ts';

/** Token limit of a sampling request, which MCP requires and agents ignore. */
const MAX_TOKENS = 4096;

/** Converts a handoff to a sampling request, whose `metadata` holds its data for all clients. */
export function handoffToSampling(target: HandoffTarget): CreateMessageRequestParams {
  const { agentUri: agent_uri, contextId: context_id, taskId: task_id } = target;
  const { message, hops, key, attempt, traceparent } = target;
  return {
    messages: [{ role: 'user', content: { type: 'text', text: message } }],
    maxTokens: MAX_TOKENS,
    metadata: omitUndefined({ agent_uri, hops, context_id, task_id, key, attempt, traceparent }),
  };
}

export function parseSamplingHandoff(
  params: CreateMessageRequestParams,
): HandoffTarget | undefined {
  const metadata: unknown = params.metadata;
  if (!isJsonObject(metadata)) return undefined;
  const { agent_uri, context_id, task_id, hops, key, attempt, traceparent } = metadata;
  if (typeof agent_uri !== 'string') return undefined;
  return omitUndefined({
    agentUri: agent_uri,
    message: joinTexts(params.messages.flatMap(({ content }) => content)),
    hops: typeof hops === 'number' ? hops : 1,
    contextId: toStringOrUndefined(context_id),
    taskId: toStringOrUndefined(task_id),
    key: toStringOrUndefined(key),
    attempt: typeof attempt === 'number' ? attempt : undefined,
    traceparent: toStringOrUndefined(traceparent),
  });
}

function toStringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function joinTexts(blocks: readonly SamplingMessageContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The outcome of a handoff: the agent's answer, or the reason why it failed. */
export type HandoffOutcome =
  | { readonly ok: true; readonly answer: HandoffAnswer }
  | { readonly ok: false; readonly reason: string };

/** Converts the outcome of a handoff to a sampling result, even a failure, because an error could end the call. */
export function outcomeToSampling(outcome: HandoffOutcome): CreateMessageResult {
  const { taskId, contextId, artifacts, question } = outcome.ok ? outcome.answer : {};
  const meta = outcome.ok ? { taskId, contextId, artifacts, question } : { failed: true };
  return {
    role: 'assistant',
    model: 'a2a',
    stopReason: 'endTurn',
    content: { type: 'text', text: outcome.ok ? outcome.answer.text : outcome.reason },
    _meta: { [HANDOFF_EXTENSION]: structuredClone(omitUndefined(meta)) },
  };
}

export function samplingToHandoffOutcome(
  result: CreateMessageResult | CreateMessageResultWithTools,
): HandoffOutcome {
  const text = joinTexts([result.content].flat());
  const found: unknown = result._meta?.[HANDOFF_EXTENSION];
  const meta = isJsonObject(found) ? found : {};
  if (meta['failed'] === true) return { ok: false, reason: text };
  const artifacts = parseArtifacts(meta['artifacts']);
  const answer = {
    text,
    taskId: toStringOrUndefined(meta['taskId']),
    contextId: toStringOrUndefined(meta['contextId']),
    artifacts: artifacts.length > 0 ? artifacts : undefined,
    question: parseQuestion(meta['question']),
  };
  return { ok: true, answer: omitUndefined(answer) };
}
