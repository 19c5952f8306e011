import { apply, type Failure, type Message, type NumberedEvent, type Task } from '../core/index.ts';
import { eventName, OPERATION, type KnownAttributes } from './conventions.ts';
import { messagesToGenAi } from './gen-ai-messages.ts';
import { langfuseAttributes, langfuseContents, type LangfuseLabels } from './langfuse.ts';
import { bounded, errorOf } from './span-attributes.ts';
import { traceIdOf, turnSpanId } from './span-ids.ts';
import type { Span, SpanError, SpanEvent, SpanLink } from './span.ts';
import { traceContextIn, type TraceContext } from './trace-context.ts';

/** What spans hold beside names, times and counts. */
export interface SpanOptions {
  /** Whether messages, arguments, results and sentences of failures are recorded. Default false. */
  readonly contents?: boolean;
  /** Whether spans have `openinference.span.kind`, for programs that know spans by it. Default false. */
  readonly openInference?: boolean;
  /** With it, spans have what Langfuse shows traces by, also who asked. Default: they have not. */
  readonly langfuse?: LangfuseLabels;
}

/** A span that may still change. */
type Draft = { -readonly [Field in keyof Span]: Span[Field] } & {
  attributes: KnownAttributes;
  events: SpanEvent[];
  links: SpanLink[];
};

/** The spans of a log as far as it was read. */
export interface Progress {
  readonly options: SpanOptions;
  readonly traceId: string;
  /** The span of the caller. */
  readonly caller: TraceContext | undefined;
  task: Task;
  /** All spans, in the order in which they began. */
  readonly spans: Draft[];
  /** The spans that ended since they were last withdrawn, in the order in which they ended. */
  ended: Draft[];
  turn: Draft | undefined;
  turns: number;
  /** When the turn was answered; it ends then, unless the task ends with it. */
  answeredAt: number | undefined;
  /** What was said to the agent in the turn. */
  heard: Message[];
  model: Draft | undefined;
  readonly tools: Map<string, Draft>;
  /** The newest sign of life of the process before the newest `task.resumed`. */
  aliveUntil: number;
}

/** Begins with the first event of a log. */
export function progressFrom(event: NumberedEvent, options: SpanOptions): Progress {
  const task = apply(undefined, event);
  const { metadata } = task.origin;
  const progress: Progress = {
    options,
    traceId: traceIdOf(task.id, metadata),
    caller: traceContextIn(metadata),
    task,
    spans: [],
    ended: [],
    turn: undefined,
    turns: 0,
    answeredAt: undefined,
    heard: [],
    model: undefined,
    tools: new Map(),
    aliveUntil: event.at,
  };
  beginTurn(progress, event.at);
  return progress;
}

interface Begun extends Pick<Draft, 'name' | 'kind' | 'spanId' | 'startedAt'> {
  readonly operation: (typeof OPERATION)[keyof typeof OPERATION];
}

const SPAN_KINDS: Readonly<Record<Begun['operation'], string>> = {
  invoke_agent: 'AGENT',
  chat: 'LLM',
  execute_tool: 'TOOL',
};

/** Adds a span below another one, with the attributes that all spans have. */
export function begin(
  { traceId, options, spans, task }: Progress,
  parentSpanId: string | undefined,
  { operation, name, kind, spanId, startedAt }: Begun,
): Draft {
  const attributes: KnownAttributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.agent.name': bounded(task.origin.agent),
    'gen_ai.conversation.id': bounded(task.contextId),
    'timestep.task.id': task.id,
  };
  if (options.openInference) attributes['openinference.span.kind'] = SPAN_KINDS[operation];
  if (options.langfuse)
    Object.assign(attributes, langfuseAttributes(task, operation, options.langfuse));
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

/** Ends a span. A later end of the same span changes nothing. */
export function end(
  progress: Progress,
  draft: Draft | undefined,
  at: number,
  error?: SpanError,
): void {
  if (!draft || draft.endedAt !== undefined) return;
  progress.ended.push(draft);
  // A clock that went back must not make spans that end before they begin.
  draft.endedAt = Math.max(at, draft.startedAt);
  if (!error) return;
  draft.error = error;
  draft.attributes['error.type'] = error.code;
}

const NONE: readonly Span[] = [];

/** Removes the spans that have ended, which events no longer change, and returns them. */
export function withdrawEnded(progress: Progress): readonly Span[] {
  const { ended, tools, spans } = progress;
  if (ended.length === 0) return NONE;
  progress.ended = [];
  // A log whose spans are withdrawn is not asked for all of them.
  spans.length = 0;
  if (tools.size > 0)
    for (const [callId, { endedAt }] of tools) if (endedAt !== undefined) tools.delete(callId);
  return ended;
}

/** Begins a turn, where none is under way. */
export function beginTurn(progress: Progress, at: number): Draft {
  if (progress.turn) return progress.turn;
  const { task, caller } = progress;
  progress.turns += 1;
  progress.heard = [];
  progress.turn = begin(progress, caller?.spanId, {
    operation: OPERATION.agent,
    name: `${OPERATION.agent} ${bounded(task.origin.agent)}`,
    kind: 'internal',
    spanId: turnSpanId(task.id, progress.turns),
    startedAt: at,
  });
  progress.turn.attributes['timestep.turn'] = progress.turns;
  return progress.turn;
}

/** Ends the turn that is under way, with what was said in it where contents are recorded. */
export function endTurn(progress: Progress, at: number, error?: SpanError): void {
  const { turn, options, task, heard } = progress;
  if (options.contents && turn) {
    turn.attributes['gen_ai.input.messages'] = messagesToGenAi(heard);
    const last = task.entries?.last.message;
    if (last?.role === 'assistant')
      turn.attributes['gen_ai.output.messages'] = messagesToGenAi([last]);
    if (options.langfuse) Object.assign(turn.attributes, langfuseContents(heard, last));
  }
  end(progress, turn, at, error);
  progress.turn = undefined;
  progress.answeredAt = undefined;
}

/** Adds something that happened to the turn that is under way, and returns its attributes so far. */
export function happened(
  progress: Progress,
  { type, at }: Pick<NumberedEvent, 'type' | 'at'>,
  attributes: KnownAttributes = {},
): KnownAttributes {
  beginTurn(progress, at).events.push({ name: eventName(type), at, attributes });
  return attributes;
}

/** Adds a failure to the attributes of an event. */
export function addFailure(
  to: KnownAttributes,
  failure: Failure | undefined,
  { options }: Progress,
): void {
  if (!failure) return;
  const { code, message } = errorOf(failure, options.contents === true);
  to['error.type'] = code;
  if (message !== undefined) to['timestep.text'] = message;
}
