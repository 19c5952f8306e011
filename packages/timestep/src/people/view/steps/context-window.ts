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
function measureContextWindow(
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

/**
 * Measures the parts of one request. They add up to the tokens that the provider counted, if it has counted
 * them. What it counted beyond the messages are the tools of the agent, which the log does not contain.
 */
export function measureRequest(
  messages: readonly Message[],
  clientTools: readonly ToolSchema[],
  counted: number | undefined,
): readonly WindowPart[] {
  const parts = measureContextWindow(messages, clientTools);
  return counted === undefined ? parts : fitPartsToCount(parts, counted);
}

/** Number of tokens of a conversation, in all and by part. */
export interface WindowFill {
  readonly tokens: number;
  readonly parts: readonly WindowPart[];
}

/** Measures the conversation that a task continues, with its newest reply. */
export function measureWindowFill(task: Task): WindowFill {
  const messages = buildTranscript(task);
  const { clientTools } = task.origin;
  const parts = measureRequest(messages, clientTools, countReportedAndLaterTokens(messages));
  return { tokens: sumTokens(parts), parts };
}

/** Changes estimated parts so that they add up to a count: more become tools, fewer are divided. */
function fitPartsToCount(parts: readonly WindowPart[], counted: number): readonly WindowPart[] {
  const estimated = sumTokens(parts);
  if (counted >= estimated) return addToolsPart(parts, counted - estimated);
  let [seen, given] = [0, 0];
  return parts.map(({ part, tokens }) => {
    seen += tokens;
    // Rounding the sums instead of the parts keeps the total.
    const until = Math.round((seen * counted) / estimated);
    const share = until - given;
    given = until;
    return { part, tokens: share };
  });
}

function sumTokens(parts: readonly WindowPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
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
