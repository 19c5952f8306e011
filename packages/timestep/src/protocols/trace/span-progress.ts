import { apply, type Failure, type Message, type NumberedEvent, type Task } from '#core';
import { getEventName, OPERATION, type KnownAttributes } from './conventions.ts';
import { nonSystemMessagesToGenAi } from './gen-ai-messages.ts';
import {
  createLangfuseAttributes,
  createLangfuseContentAttributes,
  type LangfuseLabels,
} from './langfuse.ts';
import { shortenName, failureToSpanError } from './span-attributes.ts';
import { getTraceId, getTurnSpanId } from './span-ids.ts';
import type { Span, SpanError, SpanEvent, SpanLink } from './span.ts';
import { readTraceContext, type TraceContext } from './trace-context.ts';

/** Options for the contents of spans. */
export interface SpanOptions {
  /** Whether messages, arguments, results and error messages are recorded. Default: false. */
  readonly contents?: boolean;
  /** Whether spans have `openinference.span.kind`. Default: false. */
  readonly openInference?: boolean;
  /** Adds the attributes that Langfuse displays, including the caller. Default: none. */
  readonly langfuse?: LangfuseLabels;
}

type Draft = { -readonly [Field in keyof Span]: Span[Field] } & {
  attributes: KnownAttributes;
  events: SpanEvent[];
  links: SpanLink[];
};

export type EventOf<Type extends NumberedEvent['type']> = Extract<
  NumberedEvent,
  { readonly type: Type }
>;

export interface SpanProgress {
  readonly options: SpanOptions;
  readonly traceId: string;
  readonly caller: TraceContext | undefined;
  task: Task;
  readonly spans: Draft[];
  /** Ended spans since the last `takeEndedSpans`, in order of their end. */
  ended: Draft[];
  turn: Draft | undefined;
  turns: number;
  /** Time of the answer, at which the turn ends unless the task ends with it. */
  answeredAt: number | undefined;
  messages: Message[];
  model: Draft | undefined;
  readonly tools: Map<string, Draft>;
  /** Time at which the process was last known to be alive before the newest `task.resumed`. */
  aliveUntil: number;
}

export function createSpanProgress(event: NumberedEvent, options: SpanOptions): SpanProgress {
  const task = apply(undefined, event);
  const { metadata } = task.origin;
  const progress: SpanProgress = {
    options,
    traceId: getTraceId(task.id, metadata),
    caller: readTraceContext(metadata),
    task,
    spans: [],
    ended: [],
    turn: undefined,
    turns: 0,
    answeredAt: undefined,
    messages: [],
    model: undefined,
    tools: new Map(),
    aliveUntil: event.at,
  };
  getOrStartTurnSpan(progress, event.at);
  return progress;
}

interface NewSpan extends Pick<Draft, 'name' | 'kind' | 'spanId' | 'startedAt'> {
  readonly operation: (typeof OPERATION)[keyof typeof OPERATION];
}

const SPAN_KINDS: Readonly<Record<NewSpan['operation'], string>> = {
  invoke_agent: 'AGENT',
  chat: 'LLM',
  execute_tool: 'TOOL',
};

export function startSpan(
  { traceId, options, spans, task }: SpanProgress,
  parentSpanId: string | undefined,
  { operation, name, kind, spanId, startedAt }: NewSpan,
): Draft {
  const attributes: KnownAttributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.agent.name': shortenName(task.origin.agent),
    'gen_ai.conversation.id': shortenName(task.contextId),
    'timestep.task.id': task.id,
  };
  if (options.openInference) attributes['openinference.span.kind'] = SPAN_KINDS[operation];
  if (options.langfuse)
    Object.assign(attributes, createLangfuseAttributes(task, operation, options.langfuse));
  const draft: Draft = {
    traceId,
    spanId,
    name,
    kind,
    startedAt,
    attributes,
    events: [],
    links: [],
  };
  if (parentSpanId !== undefined) draft.parentSpanId = parentSpanId;
  spans.push(draft);
  return draft;
}

/** Ends a span. Ending it again has no effect. */
export function endSpan(
  progress: SpanProgress,
  draft: Draft | undefined,
  at: number,
  error?: SpanError,
): void {
  if (!draft || draft.endedAt !== undefined) return;
  progress.ended.push(draft);
  // The end is not before the start, even if the clock was set back.
  draft.endedAt = Math.max(at, draft.startedAt);
  if (!error) return;
  draft.error = error;
  draft.attributes['error.type'] = error.code;
}

const NONE: readonly Span[] = [];

/** Removes the ended spans from `progress` and returns them. Later events do not change them. */
export function takeEndedSpans(progress: SpanProgress): readonly Span[] {
  const { ended, tools, spans } = progress;
  if (ended.length === 0) return NONE;
  progress.ended = [];
  spans.length = 0;
  if (tools.size > 0)
    for (const [callId, { endedAt }] of tools) if (endedAt !== undefined) tools.delete(callId);
  return ended;
}

/** Starts a turn, unless a turn is already running. */
export function getOrStartTurnSpan(progress: SpanProgress, at: number): Draft {
  if (progress.turn) return progress.turn;
  const { task, caller } = progress;
  progress.turns += 1;
  progress.messages = [];
  progress.turn = startSpan(progress, caller?.spanId, {
    operation: OPERATION.agent,
    name: `${OPERATION.agent} ${shortenName(task.origin.agent)}`,
    kind: 'internal',
    spanId: getTurnSpanId(task.id, progress.turns),
    startedAt: at,
  });
  progress.turn.attributes['timestep.turn'] = progress.turns;
  return progress.turn;
}

export function endTurnSpan(progress: SpanProgress, at: number, error?: SpanError): void {
  const { turn, options, task, messages: heard } = progress;
  if (options.contents && turn) {
    turn.attributes['gen_ai.input.messages'] = nonSystemMessagesToGenAi(heard);
    const last = task.entries?.last.message;
    if (last?.role === 'assistant')
      turn.attributes['gen_ai.output.messages'] = nonSystemMessagesToGenAi([last]);
    if (options.langfuse)
      Object.assign(turn.attributes, createLangfuseContentAttributes(heard, last));
  }
  endSpan(progress, turn, at, error);
  progress.turn = undefined;
  progress.answeredAt = undefined;
}

/** Adds an event to the turn's span. Returns the attributes of the event, so that more can be added. */
export function addEventToTurnSpan(
  progress: SpanProgress,
  { type, at }: Pick<NumberedEvent, 'type' | 'at'>,
  attributes: KnownAttributes = {},
): KnownAttributes {
  getOrStartTurnSpan(progress, at).events.push({ name: getEventName(type), at, attributes });
  return attributes;
}

export function addFailure(
  attributes: KnownAttributes,
  failure: Failure | undefined,
  { options }: SpanProgress,
): void {
  if (!failure) return;
  const { code, message } = failureToSpanError(failure, options.contents === true);
  attributes['error.type'] = code;
  if (message !== undefined) attributes['timestep.text'] = message;
}
