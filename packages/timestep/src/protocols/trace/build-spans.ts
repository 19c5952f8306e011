import { apply, getText, PROCESS_LOST, type NumberedEvent, type Task } from '#core';
import { addCallEventToTurnSpan, endToolSpan, startToolSpan } from './call-spans.ts';
import {
  recordModelFailure,
  recordProviderRefusal,
  recordModelReply,
  startModelSpan,
} from './model-spans.ts';
import { createSelectionAttributes, failureToSpanError, shortenName } from './span-attributes.ts';
import {
  addFailure,
  addEventToTurnSpan,
  createSpanProgress,
  endSpan,
  endTurnSpan,
  getOrStartTurnSpan,
  takeEndedSpans,
  type EventOf,
  type SpanOptions,
  type SpanProgress,
} from './span-progress.ts';
import type { Span, SpanError } from './span.ts';
import { readTraceContext } from './trace-context.ts';

/**
 * Builds the spans of a complete task log, in order of their start. The same log always gives the same spans; if
 * the log grows, ended spans do not change. Throws `CoreError` for an invalid log.
 */
export function buildSpans(events: Iterable<NumberedEvent>, options: SpanOptions = {}): Span[] {
  let progress: SpanProgress | undefined;
  for (const event of events) progress = applyLogEvent(progress, event, options);
  return progress?.spans ?? [];
}

export type TaskTrace = Readonly<Pick<SpanProgress, 'task' | 'traceId' | 'caller'>>;

export interface IncrementalSpans {
  readonly getTrace: () => TaskTrace | undefined;
  readonly applyEvent: (event: NumberedEvent) => readonly Span[];
}

/** Builds spans of a growing task log from its beginning, and returns each ended span once. */
export function createIncrementalSpans(options: SpanOptions = {}): IncrementalSpans {
  let progress: SpanProgress | undefined;
  return {
    getTrace: () => progress,
    applyEvent(event) {
      progress = applyLogEvent(progress, event, options);
      return takeEndedSpans(progress);
    },
  };
}

function applyLogEvent(
  progress: SpanProgress | undefined,
  event: NumberedEvent,
  options: SpanOptions,
): SpanProgress {
  if (!progress) return createSpanProgress(event, options);
  const before = progress.task;
  const { answeredAt } = progress;
  if (answeredAt !== undefined && event.type === 'message.received')
    endTurnSpan(progress, answeredAt);
  if (event.type === 'task.resumed') progress.aliveUntil = before.updatedAt;
  else getOrStartTurnSpan(progress, event.at);
  progress.task = apply(before, event);
  // The type cast is needed, because the compiler cannot relate the event's type to the function for it.
  const record = RECORDERS[event.type] as RecordEvent<NumberedEvent['type']>;
  record(progress, event, before);
  return progress;
}

type RecordEvent<Type extends NumberedEvent['type']> = (
  progress: SpanProgress,
  event: EventOf<Type>,
  before: Task,
) => void;

const LOST: SpanError = { code: PROCESS_LOST };

const RECORDERS: { readonly [Type in NumberedEvent['type']]: RecordEvent<Type> } = {
  'task.submitted': () => {},
  'message.received': recordUserMessage,
  'question.answered': recordUserMessage,
  'model.started': startModelSpan,
  'model.replied': recordModelReply,
  'model.failed': recordModelFailure,
  'model.refused': recordProviderRefusal,
  'model.lost': (progress) => endSpan(progress, progress.model, progress.aliveUntil, LOST),
  'tool.started': startToolSpan,
  'tool.interrupted': (progress, { callId }) =>
    endSpan(progress, progress.tools.get(callId), progress.aliveUntil, LOST),
  'tool.returned': endToolSpan,
  'tool.failed': endToolSpan,
  'question.asked'(progress, event) {
    endSpan(progress, progress.tools.get(event.callId), event.at);
    addCallEventToTurnSpan(progress, event, event.question.text);
  },
  'call.suspended'(progress, event) {
    endSpan(progress, progress.tools.get(event.callId), event.at);
    addCallEventToTurnSpan(progress, event)['timestep.awaited.task.id'] = event.awaits.task_id;
  },
  'call.resumed'(progress, event) {
    const { task_id, state, error } = event.outcome;
    const attributes = addCallEventToTurnSpan(progress, event);
    attributes['timestep.awaited.task.id'] = task_id;
    attributes['timestep.task.state'] = state;
    addFailure(attributes, error, progress);
  },
  'approval.requested'(progress, event) {
    if (event.tool) endSpan(progress, progress.tools.get(event.callId), event.at);
    addCallEventToTurnSpan(progress, event, event.reason);
  },
  'approval.decided'(progress, event) {
    addCallEventToTurnSpan(progress, event, event.reason)['timestep.approved'] = event.approved;
  },
  'results.received': (progress, event) =>
    addEventToTurnSpan(progress, event, {
      'timestep.message.id': shortenName(event.messageId),
      'timestep.call.ids': event.results.map(({ callId }) => shortenName(callId)),
    }),
  'calls.declined': (progress, event) =>
    addEventToTurnSpan(progress, event, { 'timestep.message.id': shortenName(event.messageId) }),
  'prompt.loaded': (progress, event) =>
    addEventToTurnSpan(progress, event, { 'timestep.characters': event.content?.length ?? 0 }),
  'prompt.failed': (progress, event) =>
    addFailure(addEventToTurnSpan(progress, event), event.error, progress),
  'context.selected': (progress, event) =>
    addEventToTurnSpan(
      progress,
      event,
      createSelectionAttributes(event, progress.options.contents === true),
    ),
  'cancel.requested': (progress, event) => addEventToTurnSpan(progress, event),
  'limit.reached': (progress, event) =>
    addEventToTurnSpan(progress, event, { 'timestep.limit': event.limit }),
  'task.resumed'(progress, event) {
    if (!progress.turn) return;
    const attributes = addEventToTurnSpan(progress, event);
    if (event.afterCrash !== undefined) attributes['timestep.after_crash'] = event.afterCrash;
    addFailure(attributes, event.error, progress);
  },
  'dispatch.reported'(progress, { type, at, dispatch }) {
    if (!progress.turn) return;
    const attributes = addEventToTurnSpan(progress, { type, at });
    if (dispatch.task_id !== undefined) {
      attributes['timestep.awaited.task.id'] = shortenName(dispatch.task_id);
    }
  },
  'task.parked'(progress, event) {
    if (progress.turn) addEventToTurnSpan(progress, event);
  },
  'task.finished': endAllSpans,
};

function recordUserMessage(
  progress: SpanProgress,
  event: EventOf<'message.received' | 'question.answered'>,
): void {
  const { message, messageId, metadata } = event;
  const turn = getOrStartTurnSpan(progress, event.at);
  if (event.type === 'message.received') progress.messages.push(message);
  const led = readTraceContext(metadata);
  if (led && led.spanId !== progress.caller?.spanId)
    turn.links.push({ traceId: led.traceId, spanId: led.spanId });
  const eventAttributes = addEventToTurnSpan(progress, event, {
    'timestep.message.id': shortenName(messageId),
  });
  if (event.type === 'question.answered')
    eventAttributes['gen_ai.tool.call.id'] = shortenName(event.callId);
  if (progress.options.contents) eventAttributes['timestep.text'] = getText(message);
}

function endAllSpans(progress: SpanProgress, event: EventOf<'task.finished'>): void {
  const { at, state, reason, error } = event;
  const { turn, model, tools, options } = progress;
  const cut: SpanError = { code: state === 'canceled' ? 'canceled' : reason };
  endSpan(progress, model, at, cut);
  for (const span of tools.values()) endSpan(progress, span, at, cut);
  if (turn) {
    turn.attributes['timestep.task.state'] = state;
    turn.attributes['timestep.reason'] = reason;
  }
  const failure = error ? failureToSpanError(error, options.contents === true) : cut;
  endTurnSpan(progress, at, state === 'completed' ? undefined : failure);
}
