import {
  apply,
  getCallKey,
  getEffectiveCall,
  PROCESS_LOST,
  getText,
  buildTranscript,
  restoreMismatchedReply,
  type CalledModel,
  type NumberedEvent,
} from '../../core/index.ts';
import { OPERATION, type KnownAttributes } from './conventions.ts';
import { instructionsToGenAi, messagesToGenAi } from './gen-ai-messages.ts';
import {
  addCalledModel,
  addReplyMetadata,
  addRequestedModel,
  shortenName,
  failureToSpanError,
  createGuardEvents,
  createSelectionAttributes,
} from './span-attributes.ts';
import { getModelSpanId, getToolSpanId } from './span-ids.ts';
import type { Span, SpanError } from './span.ts';
import {
  addFailure,
  startSpan,
  startTurn,
  endSpan,
  endTurn,
  addTurnEvent,
  createSpanProgress,
  takeEndedSpans,
  type SpanProgress,
  type SpanOptions,
} from './span-progress.ts';
import { readTraceContext } from './trace-context.ts';

/**
 * Builds the spans of a complete log, in order of their start. The same log always gives the same
 * spans, and a longer log leaves ended spans unchanged. Throws `CoreError` for an invalid log.
 */
export function buildSpans(events: Iterable<NumberedEvent>, options: SpanOptions = {}): Span[] {
  let progress: SpanProgress | undefined;
  for (const event of events) {
    if (progress) applyLogEvent(progress, event);
    else progress = createSpanProgress(event, options);
  }
  return progress?.spans ?? [];
}

export type TaskTrace = Readonly<Pick<SpanProgress, 'task' | 'traceId' | 'caller'>>;

export interface IncrementalSpans {
  /** Undefined before the first event. */
  readonly getTrace: () => TaskTrace | undefined;
  /** Returns the spans that the event ended. */
  readonly applyEvent: (event: NumberedEvent) => readonly Span[];
}

/** Builds spans of a growing log from its beginning, and returns each ended span once. */
export function createIncrementalSpans(options: SpanOptions = {}): IncrementalSpans {
  let progress: SpanProgress | undefined;
  return {
    getTrace: () => progress,
    applyEvent(event) {
      if (progress) applyLogEvent(progress, event);
      else progress = createSpanProgress(event, options);
      return takeEndedSpans(progress);
    },
  };
}

type EventOf<Type extends NumberedEvent['type']> = Extract<NumberedEvent, { readonly type: Type }>;

function applyLogEvent(progress: SpanProgress, event: NumberedEvent): void {
  const before = progress.task;
  const { answeredAt } = progress;
  if (answeredAt !== undefined && event.type === 'message.received') endTurn(progress, answeredAt);
  if (event.type === 'task.resumed') progress.aliveUntil = before.updatedAt;
  else startTurn(progress, event.at);
  progress.task = apply(before, event);
  recordEvent(progress, event, before);
}

const LOST: SpanError = { code: PROCESS_LOST };

function recordEvent(
  progress: SpanProgress,
  event: NumberedEvent,
  before: SpanProgress['task'],
): void {
  switch (event.type) {
    case 'task.submitted':
      return;
    case 'message.received':
    case 'question.answered':
      return recordUserMessage(progress, event);
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
      return endAllSpans(progress, event, event.at);
    case 'results.received':
    case 'calls.declined':
    case 'prompt.loaded':
    case 'prompt.failed':
    case 'context.selected':
    case 'cancel.requested':
    case 'limit.reached':
    case 'task.resumed':
      return recordTurnEvent(progress, event);
  }
}

type TurnOnlyEvent = EventOf<
  | 'results.received'
  | 'calls.declined'
  | 'prompt.loaded'
  | 'prompt.failed'
  | 'context.selected'
  | 'cancel.requested'
  | 'limit.reached'
  | 'task.resumed'
>;

function recordTurnEvent(progress: SpanProgress, event: TurnOnlyEvent): void {
  switch (event.type) {
    case 'results.received':
      addTurnEvent(progress, event, {
        'timestep.message.id': shortenName(event.messageId),
        'timestep.call.ids': event.results.map(({ callId }) => shortenName(callId)),
      });
      return;
    case 'calls.declined':
      addTurnEvent(progress, event, { 'timestep.message.id': shortenName(event.messageId) });
      return;
    case 'prompt.loaded':
      addTurnEvent(progress, event, { 'timestep.characters': event.content?.length ?? 0 });
      return;
    case 'prompt.failed':
      return addFailure(addTurnEvent(progress, event), event.error, progress);
    case 'context.selected':
      addTurnEvent(
        progress,
        event,
        createSelectionAttributes(event, progress.options.contents === true),
      );
      return;
    case 'cancel.requested':
      addTurnEvent(progress, event);
      return;
    case 'limit.reached':
      addTurnEvent(progress, event, { 'timestep.limit': event.limit });
      return;
    case 'task.resumed': {
      if (!progress.turn) return;
      const { afterCrash } = event;
      const eventAttributes = addTurnEvent(progress, event);
      if (afterCrash !== undefined) eventAttributes['timestep.after_crash'] = afterCrash;
      addFailure(eventAttributes, event.error, progress);
    }
  }
}

function recordUserMessage(
  progress: SpanProgress,
  event: EventOf<'message.received' | 'question.answered'>,
): void {
  const { message, messageId, metadata } = event;
  const turn = startTurn(progress, event.at);
  if (event.type === 'message.received') progress.messages.push(message);
  const led = readTraceContext(metadata);
  if (led && led.spanId !== progress.caller?.spanId)
    turn.links.push({ traceId: led.traceId, spanId: led.spanId });
  const eventAttributes = addTurnEvent(progress, event, {
    'timestep.message.id': shortenName(messageId),
  });
  if (event.type === 'question.answered')
    eventAttributes['gen_ai.tool.call.id'] = shortenName(event.callId);
  if (progress.options.contents) eventAttributes['timestep.text'] = getText(message);
}

function recordModel(
  progress: SpanProgress,
  event: EventOf<'model.started' | 'model.replied' | 'model.failed' | 'model.lost'>,
): void {
  const { at } = event;
  const { model, options } = progress;
  const hasContents = options.contents === true;
  switch (event.type) {
    case 'model.started':
      return startModelSpan(progress, event);
    case 'model.lost':
      return endSpan(progress, model, progress.aliveUntil, LOST);
    case 'model.failed':
      recordCalledModel(progress, event.called);
      model?.events.push(...createGuardEvents(event.guarded, at, hasContents));
      return endSpan(progress, model, at, failureToSpanError(event.error, hasContents));
    case 'model.replied': {
      const { message, guarded, called, mismatch } = event;
      recordCalledModel(progress, called);
      model?.events.push(...createGuardEvents(guarded, at, hasContents));
      if (model) addReplyMetadata(model.attributes, message);
      if (model && hasContents)
        model.attributes['gen_ai.output.messages'] = messagesToGenAi([
          mismatch ? restoreMismatchedReply(message, mismatch) : message,
        ]);
      endSpan(progress, model, at);
      // Without an answer, the same turn calls the model again.
      const isAnswer = (message.tool_calls ?? []).length === 0 && !mismatch;
      if (isAnswer) endTurnAfterAnswer(progress, at);
    }
  }
}

function startModelSpan(progress: SpanProgress, event: EventOf<'model.started'>): void {
  const { task, options } = progress;
  const { step, attempt, at } = event;
  const { turn, settings } = task.origin;
  const span = startSpan(progress, progress.turn?.spanId, {
    operation: OPERATION.model,
    name: OPERATION.model,
    kind: 'client',
    spanId: getModelSpanId(`${task.id}:${step}`, attempt),
    startedAt: at,
  });
  progress.model = span;
  const { attributes } = span;
  addAttempt(attributes, attempt, step);
  addRequestedModel(attributes, turn?.model, settings);
  nameSpanAfterModel(span);
  if (!options.contents) return;
  const messages = buildTranscript(task);
  const instructions = instructionsToGenAi(messages);
  if (instructions !== undefined) attributes['gen_ai.system_instructions'] = instructions;
  attributes['gen_ai.input.messages'] = messagesToGenAi(messages);
}

/** The called model is known only when the call has ended. */
function recordCalledModel({ model: span }: SpanProgress, called: CalledModel | undefined): void {
  if (!span || !called) return;
  addCalledModel(span.attributes, called);
  nameSpanAfterModel(span);
}

function nameSpanAfterModel(span: NonNullable<SpanProgress['model']>): void {
  const model = span.attributes['gen_ai.request.model'];
  if (typeof model === 'string') span.name = `${OPERATION.model} ${model}`;
}

/** A message that arrived meanwhile starts the next turn at once. */
function endTurnAfterAnswer(progress: SpanProgress, at: number): void {
  if (progress.task.model === 'answered') {
    progress.answeredAt = at;
    return;
  }
  const waiting = progress.task.model === 'idle';
  endTurn(progress, at);
  if (waiting) startTurn(progress, at);
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

function recordCall(progress: SpanProgress, event: CallEvent, before: SpanProgress['task']): void {
  const { at, callId } = event;
  const span = progress.tools.get(callId);
  switch (event.type) {
    case 'tool.started':
      return startToolSpan(progress, event, before);
    case 'tool.interrupted':
      return endSpan(progress, span, progress.aliveUntil, LOST);
    case 'tool.returned':
    case 'tool.failed':
      return endToolSpan(progress, event);
    case 'question.asked':
      endSpan(progress, span, at);
      return addText(progress, addCallEvent(progress, event), event.question.text);
    case 'call.suspended':
      endSpan(progress, span, at);
      addCallEvent(progress, event)['timestep.awaited.task.id'] = event.awaits.task_id;
      return;
    case 'call.resumed': {
      const { task_id, state, error } = event.outcome;
      const eventAttributes = addCallEvent(progress, event);
      eventAttributes['timestep.awaited.task.id'] = task_id;
      eventAttributes['timestep.task.state'] = state;
      return addFailure(eventAttributes, error, progress);
    }
    case 'approval.requested':
      return addText(progress, addCallEvent(progress, event), event.reason);
    case 'approval.decided': {
      const eventAttributes = addCallEvent(progress, event);
      eventAttributes['timestep.approved'] = event.approved;
      return addText(progress, eventAttributes, event.reason);
    }
  }
}

function addCallEvent(progress: SpanProgress, event: CallEvent): KnownAttributes {
  return addTurnEvent(progress, event, { 'gen_ai.tool.call.id': shortenName(event.callId) });
}

function addText(
  { options }: SpanProgress,
  attributes: KnownAttributes,
  text: string | undefined,
): void {
  if (options.contents && text !== undefined) attributes['timestep.text'] = text;
}

function startToolSpan(
  progress: SpanProgress,
  { callId, attempt, at }: EventOf<'tool.started'>,
  before: SpanProgress['task'],
): void {
  const state = before.calls.find(({ call }) => call.id === callId);
  if (!state) return;
  const { name, arguments: written } = getEffectiveCall(state).function;
  const tool = shortenName(name);
  const span = startSpan(progress, progress.turn?.spanId, {
    operation: OPERATION.tool,
    name: `${OPERATION.tool} ${tool}`,
    kind: 'internal',
    spanId: getToolSpanId(getCallKey(before, state), attempt),
    startedAt: at,
  });
  progress.tools.set(callId, span);
  const { attributes } = span;
  addAttempt(attributes, attempt, before.steps);
  attributes['gen_ai.tool.name'] = tool;
  attributes['gen_ai.tool.type'] = 'function';
  attributes['gen_ai.tool.call.id'] = shortenName(callId);
  if (progress.options.contents) attributes['gen_ai.tool.call.arguments'] = written;
}

/** A call that ends without a start was refused, or a crash hid its outcome. */
function endToolSpan(
  progress: SpanProgress,
  event: EventOf<'tool.returned' | 'tool.failed'>,
): void {
  const { at, guarded } = event;
  const hasContents = progress.options.contents === true;
  const span = progress.tools.get(event.callId);
  const guards = createGuardEvents(guarded, at, hasContents);
  if (!span || span.endedAt !== undefined) {
    const failure = event.type === 'tool.failed' ? event.error : undefined;
    addFailure(addCallEvent(progress, event), failure, progress);
    startTurn(progress, at).events.push(...guards);
    return;
  }
  span.events.push(...guards);
  if (event.type === 'tool.failed')
    return endSpan(progress, span, at, failureToSpanError(event.error, hasContents));
  if (hasContents) span.attributes['gen_ai.tool.call.result'] = event.content;
  endSpan(progress, span, at);
}

function addAttempt(attributes: KnownAttributes, attempt: number, step: number): void {
  attributes['timestep.attempt'] = attempt;
  if (attempt > 1) attributes['timestep.recovered'] = true;
  attributes['timestep.step'] = step;
}

function endAllSpans(progress: SpanProgress, event: EventOf<'task.finished'>, at: number): void {
  const { state, reason, error } = event;
  const { turn, model, tools, options } = progress;
  const cut: SpanError = { code: state === 'canceled' ? 'canceled' : reason };
  endSpan(progress, model, at, cut);
  for (const span of tools.values()) endSpan(progress, span, at, cut);
  if (turn) {
    turn.attributes['timestep.task.state'] = state;
    turn.attributes['timestep.reason'] = reason;
  }
  const failure = error ? failureToSpanError(error, options.contents === true) : cut;
  endTurn(progress, at, state === 'completed' ? undefined : failure);
}
