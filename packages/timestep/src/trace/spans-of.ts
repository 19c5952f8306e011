import {
  apply,
  callKeyOf,
  callToMake,
  PROCESS_LOST,
  textOf,
  transcriptOf,
  type CalledModel,
  type NumberedEvent,
  type Task,
} from '../core/index.ts';
import { ATTRIBUTE, OPERATION } from './conventions.ts';
import { instructionsToGenAi, messagesToGenAi } from './gen-ai-messages.ts';
import {
  bounded,
  calledAttributes,
  errorOf,
  given,
  guardEvents,
  replyAttributes,
  requestAttributes,
  selectionAttributes,
} from './span-attributes.ts';
import { modelSpanId, toolSpanId } from './span-ids.ts';
import type { Span, SpanError } from './span.ts';
import {
  begin,
  beginTurn,
  end,
  endTurn,
  failureOf,
  happened,
  progressFrom,
  withdrawEnded,
  type Progress,
  type SpanOptions,
} from './spans-in-progress.ts';
import { traceContextIn } from './trace-context.ts';

/**
 * The spans of a task, by its log from the beginning, in the order in which they began. The same log always
 * gives the same spans, and a longer one gives those that have ended before unchanged. Throws `CoreError`
 * where the events are not a log.
 */
export function spansOf(events: Iterable<NumberedEvent>, options: SpanOptions = {}): Span[] {
  let progress: Progress | undefined;
  for (const event of events) {
    if (progress) takeIn(progress, event);
    else progress = progressFrom(event, options);
  }
  return progress?.spans ?? [];
}

/** The spans of a log that grows; only what has not ended is kept. */
export interface GrowingSpans {
  /** The task after the events so far; `undefined` before the first one. */
  readonly task: () => Task | undefined;
  /** Takes in the next event of the log, and returns the spans that ended with it. */
  readonly take: (event: NumberedEvent) => readonly Span[];
}

/** Follows a log from its beginning: the spans that end are those of `spansOf`, each returned once. */
export function growingSpans(options: SpanOptions = {}): GrowingSpans {
  let progress: Progress | undefined;
  return {
    task: () => progress?.task,
    take(event) {
      if (progress) takeIn(progress, event);
      else progress = progressFrom(event, options);
      return withdrawEnded(progress);
    },
  };
}

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

function takeIn(progress: Progress, event: NumberedEvent): void {
  const before = progress.task;
  const { answeredAt } = progress;
  if (answeredAt !== undefined && event.type === 'message.received') endTurn(progress, answeredAt);
  if (event.type === 'task.resumed') progress.aliveUntil = before.updatedAt;
  else beginTurn(progress, event.at);
  progress.task = apply(before, event);
  record(progress, event, before);
}

const LOST: SpanError = { code: PROCESS_LOST };

/** `before` is the task as it was before the event. */
function record(progress: Progress, event: NumberedEvent, before: Progress['task']): void {
  const { at } = event;
  const hasContents = progress.options.contents === true;
  switch (event.type) {
    case 'task.submitted':
      return;
    case 'message.received':
    case 'question.answered':
      return heard(progress, event);
    case 'results.received':
      return happened(progress, event, {
        [ATTRIBUTE.messageId]: bounded(event.messageId),
        [ATTRIBUTE.callIds]: event.results.map(({ callId }) => bounded(callId)),
      });
    case 'calls.declined':
      return happened(progress, event, { [ATTRIBUTE.messageId]: bounded(event.messageId) });
    case 'prompt.loaded':
      return happened(progress, event, { [ATTRIBUTE.characters]: event.content?.length ?? 0 });
    case 'prompt.failed':
      return happened(progress, event, failureOf(event.error, progress));
    case 'context.selected':
      return happened(progress, event, selectionAttributes(event, hasContents));
    case 'model.started':
    case 'model.replied':
    case 'model.failed':
    case 'model.lost':
      return recordModel(progress, event);
    case 'tool.started':
    case 'tool.interrupted':
    case 'tool.returned':
    case 'tool.failed':
    case 'question.asked':
    case 'call.suspended':
    case 'call.resumed':
    case 'approval.requested':
    case 'approval.decided':
      return recordCall(progress, event, before);
    case 'cancel.requested':
      return happened(progress, event);
    case 'limit.reached':
      return happened(progress, event, { [ATTRIBUTE.limit]: event.limit });
    case 'task.resumed':
      if (!progress.turn) return;
      return happened(progress, event, {
        [ATTRIBUTE.afterCrash]: event.afterCrash,
        ...failureOf(event.error, progress),
      });
    case 'task.finished':
      return finished(progress, event, at);
  }
}

function heard(progress: Progress, event: EventOf<'message.received' | 'question.answered'>): void {
  const { message, messageId, metadata } = event;
  const turn = beginTurn(progress, event.at);
  if (event.type === 'message.received') progress.heard.push(message);
  const led = traceContextIn(metadata);
  if (led && led.spanId !== progress.caller?.spanId)
    turn.links.push({ traceId: led.traceId, spanId: led.spanId });
  happened(progress, event, {
    [ATTRIBUTE.messageId]: bounded(messageId),
    [ATTRIBUTE.callId]: event.type === 'question.answered' ? bounded(event.callId) : undefined,
    [ATTRIBUTE.text]: progress.options.contents ? textOf(message) : undefined,
  });
}

function recordModel(
  progress: Progress,
  event: EventOf<'model.started' | 'model.replied' | 'model.failed' | 'model.lost'>,
): void {
  const { at } = event;
  const { model, options } = progress;
  const hasContents = options.contents === true;
  switch (event.type) {
    case 'model.started':
      return modelStarted(progress, event);
    case 'model.lost':
      return end(progress, model, progress.aliveUntil, LOST);
    case 'model.failed':
      named(progress, event.called);
      model?.events.push(...guardEvents(event.guarded, at, hasContents));
      return end(progress, model, at, errorOf(event.error, hasContents));
    case 'model.replied': {
      const { message, guarded, called } = event;
      named(progress, called);
      model?.events.push(...guardEvents(guarded, at, hasContents));
      Object.assign(model?.attributes ?? {}, replyAttributes(message));
      if (model && hasContents) model.attributes[ATTRIBUTE.output] = messagesToGenAi([message]);
      end(progress, model, at);
      if ((message.tool_calls ?? []).length === 0) answered(progress, at);
    }
  }
}

function modelStarted(progress: Progress, event: EventOf<'model.started'>): void {
  const { task, options } = progress;
  const { step, attempt, at } = event;
  const { turn, settings } = task.origin;
  const request = requestAttributes(turn?.model, settings);
  const model = request[ATTRIBUTE.model];
  const messages = options.contents ? transcriptOf(task) : [];
  progress.model = begin(progress, progress.turn?.spanId, {
    operation: OPERATION.model,
    name: typeof model === 'string' ? `${OPERATION.model} ${model}` : OPERATION.model,
    kind: 'client',
    spanId: modelSpanId(`${task.id}:${step}`, attempt),
    startedAt: at,
    attributes: {
      ...attempted(attempt),
      [ATTRIBUTE.step]: step,
      ...request,
      ...(options.contents &&
        given({
          [ATTRIBUTE.instructions]: instructionsToGenAi(messages),
          [ATTRIBUTE.input]: messagesToGenAi(messages),
        })),
    },
  });
}

/** Gives the span of a model call the name of the model, which is known when the call has ended. */
function named({ model: span }: Progress, called: CalledModel | undefined): void {
  if (!span || !called) return;
  Object.assign(span.attributes, calledAttributes(called));
  const model = span.attributes[ATTRIBUTE.model];
  if (typeof model === 'string') span.name = `${OPERATION.model} ${model}`;
}

/** A message that came meanwhile begins the next turn at once. */
function answered(progress: Progress, at: number): void {
  if (progress.task.model === 'answered') {
    progress.answeredAt = at;
    return;
  }
  const waiting = progress.task.model === 'idle';
  endTurn(progress, at);
  if (waiting) beginTurn(progress, at);
}

type CallEvent = EventOf<
  | 'tool.started'
  | 'tool.interrupted'
  | 'tool.returned'
  | 'tool.failed'
  | 'question.asked'
  | 'call.suspended'
  | 'call.resumed'
  | 'approval.requested'
  | 'approval.decided'
>;

function recordCall(progress: Progress, event: CallEvent, before: Progress['task']): void {
  const { at, callId } = event;
  const hasContents = progress.options.contents === true;
  const span = progress.tools.get(callId);
  const call = { [ATTRIBUTE.callId]: bounded(callId) };
  const said = (text: string | undefined) => ({ [ATTRIBUTE.text]: hasContents ? text : undefined });
  switch (event.type) {
    case 'tool.started':
      return toolStarted(progress, event, before);
    case 'tool.interrupted':
      return end(progress, span, progress.aliveUntil, LOST);
    case 'tool.returned':
    case 'tool.failed':
      return toolEnded(progress, event);
    case 'question.asked':
      end(progress, span, at);
      return happened(progress, event, { ...call, ...said(event.question.text) });
    case 'call.suspended':
      end(progress, span, at);
      return happened(progress, event, { ...call, [ATTRIBUTE.awaitedTask]: event.awaits.task_id });
    case 'call.resumed': {
      const { task_id, state, error } = event.outcome;
      const outcome = { [ATTRIBUTE.awaitedTask]: task_id, [ATTRIBUTE.state]: state };
      return happened(progress, event, { ...call, ...outcome, ...failureOf(error, progress) });
    }
    case 'approval.requested':
      return happened(progress, event, { ...call, ...said(event.reason) });
    case 'approval.decided': {
      const decision = { [ATTRIBUTE.approved]: event.approved };
      return happened(progress, event, { ...call, ...decision, ...said(event.reason) });
    }
  }
}

function toolStarted(
  progress: Progress,
  { callId, attempt, at }: EventOf<'tool.started'>,
  before: Progress['task'],
): void {
  const state = before.calls.find(({ call }) => call.id === callId);
  if (!state) return;
  const { name, arguments: written } = callToMake(state).function;
  const span = begin(progress, progress.turn?.spanId, {
    operation: OPERATION.tool,
    name: `${OPERATION.tool} ${bounded(name)}`,
    kind: 'internal',
    spanId: toolSpanId(callKeyOf(before, state), attempt),
    startedAt: at,
    attributes: {
      ...attempted(attempt),
      [ATTRIBUTE.step]: before.steps,
      [ATTRIBUTE.tool]: bounded(name),
      [ATTRIBUTE.toolType]: 'function',
      [ATTRIBUTE.callId]: bounded(callId),
      ...(progress.options.contents && { [ATTRIBUTE.arguments]: written }),
    },
  });
  progress.tools.set(callId, span);
}

/** A call that ends without having begun was refused, or its outcome was found after a crash. */
function toolEnded(progress: Progress, event: EventOf<'tool.returned' | 'tool.failed'>): void {
  const { at, callId, guarded } = event;
  const hasContents = progress.options.contents === true;
  const span = progress.tools.get(callId);
  const guards = guardEvents(guarded, at, hasContents);
  if (!span || span.endedAt !== undefined) {
    const failure = event.type === 'tool.failed' ? event.error : undefined;
    const call = { [ATTRIBUTE.callId]: bounded(callId) };
    happened(progress, event, { ...call, ...failureOf(failure, progress) });
    beginTurn(progress, at).events.push(...guards);
    return;
  }
  span.events.push(...guards);
  if (event.type === 'tool.failed')
    return end(progress, span, at, errorOf(event.error, hasContents));
  if (hasContents) span.attributes[ATTRIBUTE.result] = event.content;
  end(progress, span, at);
}

function attempted(attempt: number): Record<string, number | boolean> {
  const recovered = attempt > 1 && { [ATTRIBUTE.recovered]: true };
  return { [ATTRIBUTE.attempt]: attempt, ...recovered };
}

/** Whatever is under way ends with the task. */
function finished(progress: Progress, event: EventOf<'task.finished'>, at: number): void {
  const { state, reason, error } = event;
  const { turn, model, tools, options } = progress;
  const cut: SpanError = { code: state === 'canceled' ? 'canceled' : reason };
  end(progress, model, at, cut);
  for (const span of tools.values()) end(progress, span, at, cut);
  if (turn)
    Object.assign(turn.attributes, { [ATTRIBUTE.state]: state, [ATTRIBUTE.reason]: reason });
  const failure = error ? errorOf(error, options.contents === true) : cut;
  endTurn(progress, at, state === 'completed' ? undefined : failure);
}
