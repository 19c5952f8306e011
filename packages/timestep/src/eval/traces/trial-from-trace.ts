import {
  indexToolCalls,
  type JsonValue,
  type Message,
  type ToolMessage,
} from '../../core/index.ts';
import { EvalError } from '../eval-error.ts';
import {
  contentOf,
  instructionsFromGenAi,
  messagesFromGenAi,
  type Wrong,
} from './messages-from-gen-ai.ts';
import type { RecordedTrial } from './recorded-trial.ts';
import { attributeOf, countAttribute, textAttribute, type Span } from './span.ts';

const OPERATION = 'gen_ai.operation.name';
const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const INSTRUCTIONS = 'gen_ai.system_instructions';
const CALL_ID = 'gen_ai.tool.call.id';

const INFERENCE: readonly unknown[] = ['chat', 'generate_content', 'text_completion'];

/**
 * What the outermost agent of a trace did (GenAI semantic conventions): the messages of its last
 * model call, which hold all before it, with the reply, and with tool results that only the spans
 * of tools hold. `undefined` where the trace calls no model. Throws `EvalError` where it calls one
 * and does not hold what was said.
 */
export function trialFromTrace(spans: readonly Span[]): RecordedTrial | undefined {
  const all = spans.toSorted((a, b) => a.startMs - b.startMs);
  const ownerOf = ownersIn(all);
  const agent = all.find(
    (span) => operationOf(span) === 'invoke_agent' && ownerOf(span) === undefined,
  );
  const calls = all.filter((span) => INFERENCE.includes(operationOf(span)));
  const own = calls.filter((span) => ownerOf(span) === agent);
  const [first] = all;
  if (!first || (calls.length === 0 && !agent)) return undefined;
  const last = own.findLast((span) => attributeOf(span, INPUT) !== undefined) ?? agent;
  if (!last || attributeOf(last, INPUT) === undefined) {
    const what = `has no ${INPUT}: let the agent record what is said (it is off by default)`;
    throw new EvalError('bad-trace', `${(last ?? own[0] ?? first).place} ${what}`);
  }
  const tools = all.filter(
    (span) => operationOf(span) === 'execute_tool' && ownerOf(span) === agent,
  );
  const messages = withTools(saidIn(last), tools);
  const conversationId = attributeIn(all, 'gen_ai.conversation.id');
  const name = attributeIn(agent ? [agent] : own, 'gen_ai.agent.name');
  return {
    traceId: first.traceId,
    spanId: (agent ?? last).spanId,
    ...(conversationId !== undefined && { conversationId }),
    ...(name !== undefined && { agent: name }),
    startedAt: first.startMs,
    messages,
    info: infoOf(all, agent ?? own.at(-1), calls, own.length, messages),
  };
}

function infoOf(
  all: readonly Span[],
  outermost: Span | undefined,
  calls: readonly Span[],
  steps: number,
  messages: readonly Message[],
): RecordedTrial['info'] {
  const sum = (name: string): number =>
    calls.reduce((total, span) => total + countAttribute(span, name), 0);
  const [input, output] = [sum('gen_ai.usage.input_tokens'), sum('gen_ai.usage.output_tokens')];
  const error = outermost?.error;
  const begun = all[0]?.startMs ?? 0;
  const ended = all.reduce((latest, { endMs }) => Math.max(latest, endMs), begun);
  const last = messages.at(-1);
  const isAnswered = last?.role === 'assistant' && last.tool_calls === undefined;
  return {
    steps: Math.max(1, steps),
    tool_calls: indexToolCalls(messages).length,
    duration_s: (ended - begun) / 1000,
    // A trace does not say why an agent stopped without an answer; a bound is the likely reason.
    terminated_reason: error !== undefined ? 'error' : isAnswered ? 'final_answer' : 'max_steps',
    error: error ?? null,
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    cost_usd: null,
  };
}

function saidIn(span: Span): Message[] {
  const wrongIn =
    (name: string): Wrong =>
    (path, what) =>
      new EvalError('bad-trace', `${span.place} ${name}${path} ${what}`);
  const read = <T>(name: string, from: (given: JsonValue, wrong: Wrong) => T): T | undefined => {
    const given = attributeOf(span, name);
    return given === undefined || given === null ? undefined : from(given, wrongIn(name));
  };
  const instructions = read(INSTRUCTIONS, instructionsFromGenAi);
  return [
    ...(instructions ? [{ role: 'system', content: instructions } as const] : []),
    ...(read(INPUT, messagesFromGenAi) ?? []),
    ...(read(OUTPUT, messagesFromGenAi) ?? []),
  ];
}

/** Adds what only the spans of tools hold: results, and the calls where no message has any. */
function withTools(messages: readonly Message[], tools: readonly Span[]): Message[] {
  const hasCalls = messages.some((one) => one.role === 'assistant' && one.tool_calls);
  if (!hasCalls) return withCalls(messages, tools);
  const told = new Set(messages.map((one) => (one.role === 'tool' ? one.tool_call_id : undefined)));
  const results = tools.flatMap((span) => resultOf(span, textAttribute(span, CALL_ID)));
  return messages.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message];
    const missing = (message.tool_calls ?? []).flatMap(({ id }) =>
      told.has(id) ? [] : results.filter((result) => result.tool_call_id === id),
    );
    return [message, ...missing];
  });
}

/**
 * Some recorders put input and output on the agent's span, and tools only on spans of their own.
 */
function withCalls(messages: readonly Message[], tools: readonly Span[]): Message[] {
  const made = tools.flatMap((span): Message[] => {
    const name = textAttribute(span, 'gen_ai.tool.name');
    if (name === undefined) return [];
    const id = textAttribute(span, CALL_ID) ?? span.spanId;
    const args = contentOf(attributeOf(span, 'gen_ai.tool.call.arguments') ?? {});
    const call = { id, type: 'function', function: { name, arguments: args } } as const;
    return [{ role: 'assistant', content: null, tool_calls: [call] }, ...resultOf(span, id)];
  });
  const answered = messages.at(-1)?.role === 'assistant' ? messages.length - 1 : messages.length;
  return [...messages.slice(0, answered), ...made, ...messages.slice(answered)];
}

function resultOf(span: Span, id: string | undefined): ToolMessage[] {
  const { error } = span;
  const result = attributeOf(span, 'gen_ai.tool.call.result');
  if (id === undefined || (result === undefined && error === undefined)) return [];
  const content = result === undefined ? JSON.stringify({ error }) : contentOf(result);
  return [{ role: 'tool', tool_call_id: id, content }];
}

/**
 * Returns a function that finds the agent's span around a span; `undefined` where there is none.
 */
function ownersIn(all: readonly Span[]): (span: Span) => Span | undefined {
  const known = new Map(all.map((span) => [span.spanId, span]));
  const above = ({ parentSpanId }: Span): Span | undefined =>
    parentSpanId === undefined ? undefined : known.get(parentSpanId);
  return (span) => {
    // A file may hold anything, including spans that are their own ancestors.
    const seen = new Set([span]);
    let owner = above(span);
    while (owner && operationOf(owner) !== 'invoke_agent' && !seen.has(owner)) {
      seen.add(owner);
      owner = above(owner);
    }
    return owner && operationOf(owner) === 'invoke_agent' ? owner : undefined;
  };
}

function operationOf(span: Span): JsonValue | undefined {
  return span.attributes[OPERATION];
}

function attributeIn(spans: readonly Span[], name: string): string | undefined {
  for (const span of spans) {
    const value = textAttribute(span, name);
    if (value !== undefined) return value;
  }
  return undefined;
}
