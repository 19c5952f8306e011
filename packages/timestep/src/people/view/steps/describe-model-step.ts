import { buildTranscript, omitUndefined, type Message, type NumberedEvent, type Task } from '#core';
import type { ModelStep } from '../wire/steps.ts';
import { measureRequest } from './context-window.ts';

/** Maximum number of messages shown for a model call, because a conversation can have thousands. */
const MAX_MESSAGES = 200;

/**
 * Describes a model call. `task` is the state with the running call, `before` the state without it.
 */
export function describeModelStep(
  task: Task,
  before: Task,
  events: readonly NumberedEvent[],
): ModelStep {
  const [first] = events;
  const replied = events.find((event) => event.type === 'model.replied');
  const failed = events.find(
    (event) => event.type === 'model.failed' || event.type === 'model.refused',
  );
  const sent = events.findLast((event) => event.type === 'dispatch.reported');
  const all = buildTranscript(task);
  const omitted = Math.max(0, all.length - MAX_MESSAGES);
  const { clientTools } = task.origin;
  return {
    kind: 'model',
    from: first?.at ?? 0,
    events,
    step: first?.type === 'model.started' ? first.step : before.steps + 1,
    attempt: first?.type === 'model.started' ? first.attempt : 1,
    messages: all.slice(omitted),
    omitted,
    newFrom: Math.max(0, findFirstNewMessage(all) - omitted),
    window: measureRequest(all, clientTools, replied?.message.usage?.prompt_tokens),
    clientTools,
    ...omitUndefined({
      called: replied?.called ?? failed?.called,
      reply: replied?.message,
      failure: failed?.error,
      dispatch: sent?.dispatch,
    }),
  };
}

/**
 * Returns the index of the first new message of a request: the first after the newest reply, or the
 * first user message.
 */
function findFirstNewMessage(messages: readonly Message[]): number {
  const replied = messages.findLastIndex(({ role }) => role === 'assistant');
  return replied === -1 ? 0 : replied + 1;
}
