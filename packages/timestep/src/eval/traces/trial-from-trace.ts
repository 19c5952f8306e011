import {
  createFields,
  pairToolCallsWithResults,
  omitUndefined,
  type EpisodeInfo,
  type JsonValue,
  type Message,
  type ToolMessage,
} from '#core';
import { createFieldRules, EvalError } from '../eval-error.ts';
import { formatAsText, readGenAiInstructions, readGenAiMessages } from './messages-from-gen-ai.ts';
import {
  findSpanOrEventAttribute,
  getNumberAttribute,
  findTextAttribute,
  type Span,
} from './span.ts';

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const INSTRUCTIONS = 'gen_ai.system_instructions';
const CALL_ID = 'gen_ai.tool.call.id';

const INFERENCE: readonly unknown[] = ['chat', 'generate_content', 'text_completion'];

export interface RecordedTrial {
  readonly traceId: string;
  /** Id of the span of the outermost agent or, without such a span, of the last model call. */
  readonly spanId: string;
  readonly conversationId?: string;
  readonly agent?: string;
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly messages: readonly Message[];
  readonly info: Omit<EpisodeInfo, 'task_id' | 'trial' | 'seed'>;
}

/**
 * Reconstructs the trial of a trace's outermost agent (GenAI semantic conventions) from its last
 * model call, which contains all earlier messages, and tool spans. Undefined without a model call.
 * Throws `EvalError` if messages were not recorded.
 */
export function traceToTrialIfAgentFound(spans: readonly Span[]): RecordedTrial | undefined {
  const all = spans.toSorted((a, b) => a.startMs - b.startMs);
  const ownerOf = createOwningAgentLookup(all);
  const agent = all.find((span) => isAgentSpan(span) && ownerOf(span) === undefined);
  const calls = all.filter((span) => INFERENCE.includes(getOperationName(span)));
  const own = calls.filter((span) => ownerOf(span) === agent);
  const [first] = all;
  if (!first || (calls.length === 0 && !agent)) return undefined;
  const last = own.findLast((span) => findSpanOrEventAttribute(span, INPUT) !== undefined) ?? agent;
  if (!last || findSpanOrEventAttribute(last, INPUT) === undefined) {
    const { location } = last ?? own[0] ?? first;
    const message = `${location} has no ${INPUT}: enable recording of messages in the agent (off by default)`;
    throw new EvalError('bad-trace', message);
  }
  const tools = all.filter((span) => getOperationName(span) === 'execute_tool');
  const ownTools = tools.filter((span) => ownerOf(span) === agent);
  const messages = addDataOfToolSpans(readSpanMessages(last), ownTools);
  const conversationId = findFirstAttribute(all, 'gen_ai.conversation.id');
  const name = findFirstAttribute(agent ? [agent] : own, 'gen_ai.agent.name');
  return {
    traceId: first.traceId,
    spanId: (agent ?? last).spanId,
    ...omitUndefined({ conversationId, agent: name }),
    startedAt: first.startMs,
    messages,
    info: buildEpisodeInfo(all, agent ?? own.at(-1), calls, own.length, messages),
  };
}

function buildEpisodeInfo(
  all: readonly Span[],
  outermost: Span | undefined,
  calls: readonly Span[],
  steps: number,
  messages: readonly Message[],
): RecordedTrial['info'] {
  const sum = (name: string): number =>
    calls.reduce((total, span) => total + getNumberAttribute(span, name), 0);
  const [input, output] = [sum('gen_ai.usage.input_tokens'), sum('gen_ai.usage.output_tokens')];
  const error = outermost?.error;
  const begun = all[0]?.startMs ?? 0;
  const ended = all.reduce((latest, { endMs }) => Math.max(latest, endMs), begun);
  const last = messages.at(-1);
  const isAnswered = last?.role === 'assistant' && last.tool_calls === undefined;
  return {
    steps: Math.max(1, steps),
    tool_calls: pairToolCallsWithResults(messages).length,
    duration_s: (ended - begun) / 1000,
    // Traces do not say why an agent stopped without an answer; `max_steps` assumes that it reached a limit.
    terminated_reason: error !== undefined ? 'error' : isAnswered ? 'final_answer' : 'max_steps',
    error: error ?? null,
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    cost_usd: null,
  };
}

function readSpanMessages(span: Span): Message[] {
  const found = [INSTRUCTIONS, INPUT, OUTPUT].flatMap((name): [string, JsonValue][] => {
    const value = findSpanOrEventAttribute(span, name) ?? null;
    return value === null ? [] : [[name, value]];
  });
  const rules = { ...createFieldRules('bad-trace', span.location), rejectsNull: true };
  const attributes = createFields(Object.fromEntries(found), rules);
  const instructions = readGenAiInstructions(attributes, INSTRUCTIONS);
  return [
    ...(instructions === '' ? [] : [{ role: 'system', content: instructions } as const]),
    ...readGenAiMessages(attributes, INPUT),
    ...readGenAiMessages(attributes, OUTPUT),
  ];
}

/** Adds data that only tool spans contain: tool results, and tool calls if no message has any. */
function addDataOfToolSpans(messages: readonly Message[], tools: readonly Span[]): Message[] {
  const hasCalls = messages.some((one) => one.role === 'assistant' && one.tool_calls);
  if (!hasCalls) return addCallsFromSpans(messages, tools);
  const told = new Set(messages.map((one) => (one.role === 'tool' ? one.tool_call_id : undefined)));
  const results = tools.flatMap((span) => createToolResult(span, findTextAttribute(span, CALL_ID)));
  return messages.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message];
    const missing = (message.tool_calls ?? []).flatMap(({ id }) =>
      told.has(id) ? [] : results.filter((result) => result.tool_call_id === id),
    );
    return [message, ...missing];
  });
}

/** Adds tool calls from tool spans, because some recorders give an agent's span no calls. */
function addCallsFromSpans(messages: readonly Message[], tools: readonly Span[]): Message[] {
  const made = tools.flatMap((span): Message[] => {
    const name = findTextAttribute(span, 'gen_ai.tool.name');
    if (name === undefined) return [];
    const id = findTextAttribute(span, CALL_ID) ?? span.spanId;
    const args = formatAsText(findSpanOrEventAttribute(span, 'gen_ai.tool.call.arguments') ?? {});
    const call = { id, type: 'function', function: { name, arguments: args } } as const;
    const reply: Message = { role: 'assistant', content: null, tool_calls: [call] };
    return [reply, ...createToolResult(span, id)];
  });
  const answered = messages.at(-1)?.role === 'assistant' ? messages.length - 1 : messages.length;
  return [...messages.slice(0, answered), ...made, ...messages.slice(answered)];
}

function createToolResult(span: Span, id: string | undefined): ToolMessage[] {
  const { error } = span;
  const result = findSpanOrEventAttribute(span, 'gen_ai.tool.call.result');
  if (id === undefined || (result === undefined && error === undefined)) return [];
  const content = result === undefined ? JSON.stringify({ error }) : formatAsText(result);
  return [{ role: 'tool', tool_call_id: id, content }];
}

function createOwningAgentLookup(all: readonly Span[]): (span: Span) => Span | undefined {
  const known = new Map(all.map((span) => [span.spanId, span]));
  const above = ({ parentSpanId }: Span): Span | undefined =>
    parentSpanId === undefined ? undefined : known.get(parentSpanId);
  return (span) => {
    // Guards against cycles, because a file may contain spans that are their own ancestors.
    const seen = new Set([span]);
    let owner = above(span);
    while (owner && !isAgentSpan(owner) && !seen.has(owner)) {
      seen.add(owner);
      owner = above(owner);
    }
    return owner && isAgentSpan(owner) ? owner : undefined;
  };
}

function getOperationName(span: Span): JsonValue | undefined {
  return span.attributes['gen_ai.operation.name'];
}

function isAgentSpan(span: Span): boolean {
  return getOperationName(span) === 'invoke_agent';
}

function findFirstAttribute(spans: readonly Span[], name: string): string | undefined {
  return spans.map((span) => findTextAttribute(span, name)).find((text) => text !== undefined);
}
