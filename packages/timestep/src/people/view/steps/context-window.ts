import { buildTranscript, estimateTokens, type Message, type Task, type ToolSchema } from '#core';
import type { WindowPart } from '../wire/steps.ts';

const PARTS: Readonly<Record<Message['role'], WindowPart['part']>> = {
  system: 'instructions',
  user: 'conversation',
  assistant: 'conversation',
  tool: 'results',
};

/**
 * Estimates how much of the context window the parts of a request fill. Empty parts are omitted.
 */
export function measureContextWindow(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
): readonly WindowPart[] {
  const groups = Map.groupBy(messages, (message) =>
    message.role === 'user' && message.is_context ? 'context' : PARTS[message.role],
  );
  const parts = [...groups].map(([part, its]) => ({ part, tokens: estimateTokens(its) }));
  const offered =
    tools.length > 0 ? [{ part: 'tools' as const, tokens: estimateTokens([], tools) }] : [];
  return [...parts, ...offered];
}

/** Number of tokens of a conversation, in all and by part. */
export interface WindowFill {
  readonly tokens: number;
  readonly parts: readonly WindowPart[];
}

/**
 * Measures the conversation that a task continues, with its newest reply. What the provider counted
 * beyond the messages are the tools of the agent, which the log does not contain.
 */
export function measureWindowFill(task: Task): WindowFill {
  const messages = buildTranscript(task);
  const parts = measureContextWindow(messages, task.origin.clientTools);
  const estimated = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const counted = countReportedAndLaterTokens(messages);
  if (counted === undefined) return { tokens: estimated, parts };
  if (counted >= estimated)
    return { tokens: counted, parts: addToolsPart(parts, counted - estimated) };
  const scaled = parts.map(({ part, tokens }) => {
    return { part, tokens: Math.round((tokens * counted) / estimated) };
  });
  return { tokens: counted, parts: scaled };
}

/** Returns the total that the provider counted at the newest reply, plus an estimate of later messages. */
function countReportedAndLaterTokens(messages: readonly Message[]): number | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const reply = messages[at];
  if (reply?.role !== 'assistant' || !reply.usage) return undefined;
  return reply.usage.total_tokens + estimateTokens(messages.slice(at + 1));
}

function addToolsPart(parts: readonly WindowPart[], tokens: number): readonly WindowPart[] {
  const own = parts.find(({ part }) => part === 'tools')?.tokens ?? 0;
  const others = parts.filter(({ part }) => part !== 'tools');
  return own + tokens === 0 ? others : [...others, { part: 'tools', tokens: own + tokens }];
}
