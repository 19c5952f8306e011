import {
  apply,
  callKeyOf,
  callToMake,
  PROCESS_LOST,
  textOf,
  transcriptOf,
  type CalledModel,
  type NumberedEvent,
} from '../core/index.ts';
import { OPERATION, type KnownAttributes } from './conventions.ts';
import { instructionsToGenAi, messagesToGenAi } from './gen-ai-messages.ts';
import {
  addCalled,
  addReply,
  addRequest,
  bounded,
  errorOf,
  guardEvents,
  selectionAttributes,
} from './span-attributes.ts';
import { modelSpanId, toolSpanId } from './span-ids.ts';
import type { Span, SpanError } from './span.ts';
import {
  addFailure,
  begin,
  beginTurn,
  end,
  endTurn,
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

/** The task after the events so far, and its trace. */
export type KnownTrace = Readonly<Pick<Progress, 'task' | 'traceId' | 'caller'>>;

/** The spans of a log that grows; only what has not ended is kept. */
export interface GrowingSpans {
  /** `undefined` before the first event. */
  readonly known: () => KnownTrace | undefined;
  /** Takes in the next event of the log, and returns the spans that ended with it. */
  readonly take: (event: NumberedEvent) => readonly Span[];
}

/** Follows a log from its beginning: the spans that end are those of `spansOf`, each returned once. */
export function growingSpans(options: SpanOptions = {}): GrowingSpans {
  let progress: Progress | undefined;
  return {
    known: () => progress,
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
  switch (event.type) {
    case 'task.submitted':
      return;
    case 'message.received':
    case 'question.answered':
      return heard(progress, event);
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
    case 'task.finished':
      return finished(progress, event, event.at);
    case 'results.received':
    case 'calls.declined':
    case 'prompt.loaded':
    case 'prompt.failed':
    case 'context.selected':
    case 'cancel.requested':
    case 'limit.reached':
    case 'task.resumed':
      return noted(progress, event);
  }
}

type NotedEvent = EventOf<
  | 'results.received'
  | 'calls.declined'
  | 'prompt.loaded'
  | 'prompt.failed'
  | 'context.selected'
  | 'cancel.requested'
  | 'limit.reached'
  | 'task.resumed'
>;

/** What only adds an event to the turn. */
function noted(progress: Progress, event: NotedEvent): void {
  switch (event.type) {
    case 'results.received':
      happened(progress, event, {
        'timestep.message.id': bounded(event.messageId),
        'timestep.call.ids': event.results.map(({ callId }) => bounded(callId)),
      });
      return;
    case 'calls.declined':
      happened(progress, event, { 'timestep.message.id': bounded(event.messageId) });
      return;
    case 'prompt.loaded':
      happened(progress, event, { 'timestep.characters': event.content?.length ?? 0 });
      return;
    case 'prompt.failed':
      return addFailure(happened(progress, event), event.error, progress);
    case 'context.selected':
      happened(progress, event, selectionAttributes(event, progress.options.contents === true));
      return;
    case 'cancel.requested':
      happened(progress, event);
      return;
    case 'limit.reached':
      happened(progress, event, { 'timestep.limit': event.limit });
      return;
    case 'task.resumed': {
      if (!progress.turn) return;
      const { afterCrash } = event;
      const said = happened(progress, event);
      if (afterCrash !== undefined) said['timestep.after_crash'] = afterCrash;
      addFailure(said, event.error, progress);
    }
  }
}

function heard(progress: Progress, event: EventOf<'message.received' | 'question.answered'>): void {
  const { message, messageId, metadata } = event;
  const turn = beginTurn(progress, event.at);
  if (event.type === 'message.received') progress.heard.push(message);
  const led = traceContextIn(metadata);
  if (led && led.spanId !== progress.caller?.spanId)
    turn.links.push({ traceId: led.traceId, spanId: led.spanId });
  const said = happened(progress, event, { 'timestep.message.id': bounded(messageId) });
  if (event.type === 'question.answered') said['gen_ai.tool.call.id'] = bounded(event.callId);
  if (progress.options.contents) said['timestep.text'] = textOf(message);
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
      if (model) addReply(model.attributes, message);
      if (model && hasContents)
        model.attributes['gen_ai.output.messages'] = messagesToGenAi([message]);
      end(progress, model, at);
      if ((message.tool_calls ?? []).length === 0) answered(progress, at);
    }
  }
}

function modelStarted(progress: Progress, event: EventOf<'model.started'>): void {
  const { task, options } = progress;
  const { step, attempt, at } = event;
  const { turn, settings } = task.origin;
  const span = begin(progress, progress.turn?.spanId, {
    operation: OPERATION.model,
    name: OPERATION.model,
    kind: 'client',
    spanId: modelSpanId(`${task.id}:${step}`, attempt),
    startedAt: at,
  });
  progress.model = span;
  const { attributes } = span;
  addAttempt(attributes, attempt, step);
  addRequest(attributes, turn?.model, settings);
  nameAfterModel(span);
  if (!options.contents) return;
  const messages = transcriptOf(task);
  const instructions = instructionsToGenAi(messages);
  if (instructions !== undefined) attributes['gen_ai.system_instructions'] = instructions;
  attributes['gen_ai.input.messages'] = messagesToGenAi(messages);
}

/** Gives the span of a model call the name of the model, which is known when the call has ended. */
function named({ model: span }: Progress, called: CalledModel | undefined): void {
  if (!span || !called) return;
  addCalled(span.attributes, called);
  nameAfterModel(span);
}

function nameAfterModel(span: NonNullable<Progress['model']>): void {
  const model = span.attributes['gen_ai.request.model'];
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
  const span = progress.tools.get(callId);
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
      return addText(progress, happenedToCall(progress, event), event.question.text);
    case 'call.suspended':
      end(progress, span, at);
      happenedToCall(progress, event)['timestep.awaited.task.id'] = event.awaits.task_id;
      return;
    case 'call.resumed': {
      const { task_id, state, error } = event.outcome;
      const said = happenedToCall(progress, event);
      said['timestep.awaited.task.id'] = task_id;
      said['timestep.task.state'] = state;
      return addFailure(said, error, progress);
    }
    case 'approval.requested':
      return addText(progress, happenedToCall(progress, event), event.reason);
    case 'approval.decided': {
      const said = happenedToCall(progress, event);
      said['timestep.approved'] = event.approved;
      return addText(progress, said, event.reason);
    }
  }
}

function happenedToCall(progress: Progress, event: CallEvent): KnownAttributes {
  return happened(progress, event, { 'gen_ai.tool.call.id': bounded(event.callId) });
}

/** Adds a text of a person or a tool, where contents are recorded. */
function addText({ options }: Progress, to: KnownAttributes, text: string | undefined): void {
  if (options.contents && text !== undefined) to['timestep.text'] = text;
}

function toolStarted(
  progress: Progress,
  { callId, attempt, at }: EventOf<'tool.started'>,
  before: Progress['task'],
): void {
  const state = before.calls.find(({ call }) => call.id === callId);
  if (!state) return;
  const { name, arguments: written } = callToMake(state).function;
  const tool = bounded(name);
  const span = begin(progress, progress.turn?.spanId, {
    operation: OPERATION.tool,
    name: `${OPERATION.tool} ${tool}`,
    kind: 'internal',
    spanId: toolSpanId(callKeyOf(before, state), attempt),
    startedAt: at,
  });
  progress.tools.set(callId, span);
  const { attributes } = span;
  addAttempt(attributes, attempt, before.steps);
  attributes['gen_ai.tool.name'] = tool;
  attributes['gen_ai.tool.type'] = 'function';
  attributes['gen_ai.tool.call.id'] = bounded(callId);
  if (progress.options.contents) attributes['gen_ai.tool.call.arguments'] = written;
}

/** A call that ends without having begun was refused, or its outcome was found after a crash. */
function toolEnded(progress: Progress, event: EventOf<'tool.returned' | 'tool.failed'>): void {
  const { at, guarded } = event;
  const hasContents = progress.options.contents === true;
  const span = progress.tools.get(event.callId);
  const guards = guardEvents(guarded, at, hasContents);
  if (!span || span.endedAt !== undefined) {
    const failure = event.type === 'tool.failed' ? event.error : undefined;
    addFailure(happenedToCall(progress, event), failure, progress);
    beginTurn(progress, at).events.push(...guards);
    return;
  }
  span.events.push(...guards);
  if (event.type === 'tool.failed')
    return end(progress, span, at, errorOf(event.error, hasContents));
  if (hasContents) span.attributes['gen_ai.tool.call.result'] = event.content;
  end(progress, span, at);
}

function addAttempt(to: KnownAttributes, attempt: number, step: number): void {
  to['timestep.attempt'] = attempt;
  if (attempt > 1) to['timestep.recovered'] = true;
  to['timestep.step'] = step;
}

/** Whatever is under way ends with the task. */
function finished(progress: Progress, event: EventOf<'task.finished'>, at: number): void {
  const { state, reason, error } = event;
  const { turn, model, tools, options } = progress;
  const cut: SpanError = { code: state === 'canceled' ? 'canceled' : reason };
  end(progress, model, at, cut);
  for (const span of tools.values()) end(progress, span, at, cut);
  if (turn) {
    turn.attributes['timestep.task.state'] = state;
    turn.attributes['timestep.reason'] = reason;
  }
  const failure = error ? errorOf(error, options.contents === true) : cut;
  endTurn(progress, at, state === 'completed' ? undefined : failure);
}
