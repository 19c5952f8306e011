import { apply, type AssistantMessage, type NumberedEvent, type Task } from '#core';
import type { Delta } from '../agent/agent-fn.ts';
import type { Runner, TaskUpdate } from './runner.ts';

/** A task event with the task before and after it, or a piece of partial output. */
export type TaskStep =
  | {
      readonly kind: 'event';
      readonly before: Task;
      readonly event: NumberedEvent;
      readonly task: Task;
    }
  | {
      readonly kind: 'delta';
      readonly task: Task;
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    };

/** Yields events and partial output after the state `from`, until the task ends or the signal aborts. */
export function subscribeToTask(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  return updatesToSteps(runner.subscribe(from.id, from.generation, signal), from);
}

/**
 * Converts updates to steps. Before a reply, sends the text of it that a slow reader missed; if the
 * reply does not continue the sent text, sends its whole text again.
 */
export async function* updatesToSteps(
  updates: AsyncIterable<TaskUpdate>,
  from: Task,
): AsyncGenerator<TaskStep> {
  let task = from;
  let received = createReceivedParts();
  for await (const update of updates) {
    if (update.kind === 'delta') {
      const { step, attempt, delta } = update;
      addReceivedDelta(received, delta);
      yield { kind: 'delta', task, step, attempt, delta };
      continue;
    }
    const { event } = update;
    if (event.type === 'model.replied') {
      const { step, attempt, message } = event;
      for (const delta of listMissingDeltas(received, message))
        yield { kind: 'delta', task, step, attempt, delta };
      received = createReceivedParts();
    } else if (event.type === 'model.started') {
      received = createReceivedParts();
    }
    const before = task;
    task = apply(before, event);
    yield { kind: 'event', before, event, task };
  }
}

/**
 * What a reader has received of the current step: its text, and how many characters of other parts.
 */
interface ReceivedParts {
  reasoning: number;
  text: string;
  readonly arguments: Map<number, number>;
}

function createReceivedParts(): ReceivedParts {
  return { reasoning: 0, text: '', arguments: new Map() };
}

function addReceivedDelta(received: ReceivedParts, delta: Delta): void {
  switch (delta.type) {
    case 'text':
      received.text = delta.restarts ? delta.text : received.text + delta.text;
      break;
    case 'tool-call': {
      const before = received.arguments.get(delta.index) ?? 0;
      received.arguments.set(delta.index, before + delta.arguments.length);
      break;
    }
    case 'reasoning':
      received.reasoning += delta.text.length;
      break;
    case 'artifact':
    case 'progress':
      break;
  }
}

function listMissingDeltas(
  received: ReceivedParts,
  { content, reasoning = '', tool_calls = [] }: AssistantMessage,
): Delta[] {
  const deltas: Delta[] = [];
  const thought = reasoning.slice(received.reasoning);
  if (thought !== '') deltas.push({ type: 'reasoning', text: thought });
  const text = content ?? '';
  const isContinued = text.startsWith(received.text);
  if (!isContinued && text !== '') deltas.push({ type: 'text', text, restarts: true });
  const missing = isContinued ? text.slice(received.text.length) : '';
  if (missing !== '') deltas.push({ type: 'text', text: missing });
  tool_calls.forEach((call, index) => {
    const seen = received.arguments.get(index);
    const rest = call.function.arguments.slice(seen ?? 0);
    if (seen !== undefined && rest === '') return;
    const { name } = call.function;
    deltas.push({ type: 'tool-call', index, id: call.id, name, arguments: rest });
  });
  return deltas;
}
