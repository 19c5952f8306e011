import {
  buildTranscript,
  estimateTokens,
  omitUndefined,
  type Message,
  type NumberedEvent,
  type Task,
  type ToolSchema,
} from '#core';
import type { ModelStep, WindowPart } from '../wire/steps.ts';

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
    window: measureContextWindow(all, clientTools),
    clientTools,
    ...omitUndefined({
      called: replied?.called ?? failed?.called,
      reply: replied?.message,
      failure: failed?.error,
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

const PARTS: Readonly<Record<Message['role'], WindowPart['part']>> = {
  system: 'instructions',
  user: 'conversation',
  assistant: 'conversation',
  tool: 'results',
};

/**
 * Estimates how much of the context window the parts of a request fill. Empty parts are omitted.
 */
function measureContextWindow(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
): readonly WindowPart[] {
  const groups = Map.groupBy(messages, (message) =>
    message.role === 'user' && message.is_context ? 'context' : PARTS[message.role],
  );
  const parts = [...groups].map(([part, its]) => ({ part, tokens: estimateTokens(its) }));
  const offered =
    tools.length > 0 ? [{ part: 'tools' as const, tokens: estimateTokens([], tools) }] : [];
  return [...parts, ...offered];
}
