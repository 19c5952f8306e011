import { getCallKey, getEffectiveCall, type NumberedEvent, type Task } from '#core';
import { OPERATION, type KnownAttributes } from './conventions.ts';
import {
  addAttempt,
  createGuardEvents,
  failureToSpanError,
  shortenName,
} from './span-attributes.ts';
import { getToolSpanId } from './span-ids.ts';
import {
  addFailure,
  addEventToTurnSpan,
  endSpan,
  startSpan,
  getOrStartTurnSpan,
  type EventOf,
  type SpanProgress,
} from './span-progress.ts';

export function startToolSpan(
  progress: SpanProgress,
  { callId, attempt, at }: EventOf<'tool.started'>,
  before: Task,
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

/** Ends the span of a tool call. If the call has no start, it was refused, or a crash hid its outcome. */
export function endToolSpan(
  progress: SpanProgress,
  event: EventOf<'tool.returned' | 'tool.failed'>,
): void {
  const { at, guarded } = event;
  const hasContents = progress.options.contents === true;
  const span = progress.tools.get(event.callId);
  const guards = createGuardEvents(guarded, at, hasContents);
  if (!span || span.endedAt !== undefined) {
    const failure = event.type === 'tool.failed' ? event.error : undefined;
    addFailure(addCallEventToTurnSpan(progress, event), failure, progress);
    getOrStartTurnSpan(progress, at).events.push(...guards);
    return;
  }
  span.events.push(...guards);
  if (event.type === 'tool.failed')
    return endSpan(progress, span, at, failureToSpanError(event.error, hasContents));
  if (hasContents) span.attributes['gen_ai.tool.call.result'] = event.content;
  endSpan(progress, span, at);
}

/**
 * Adds an event of a tool call to the turn's span. Returns the event's attributes. `text` is added
 * only if contents are exported.
 */
export function addCallEventToTurnSpan(
  progress: SpanProgress,
  event: Pick<NumberedEvent, 'type' | 'at'> & { readonly callId: string },
  text?: string,
): KnownAttributes {
  const attributes = addEventToTurnSpan(progress, event, {
    'gen_ai.tool.call.id': shortenName(event.callId),
  });
  if (progress.options.contents && text !== undefined) attributes['timestep.text'] = text;
  return attributes;
}
