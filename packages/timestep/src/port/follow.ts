import { apply, type AssistantMessage, type NumberedEvent, type Task } from '../core/index.ts';
import type { Delta } from './agent-fn.ts';
import type { Runner, TaskUpdate } from './runner.ts';

/** An event with the task before and after it, or output in progress. */
export type Step =
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

/** Follows a task from a snapshot on, until the task ends or the signal aborts. */
export function follow(runner: Runner, from: Task, signal: AbortSignal): AsyncGenerator<Step> {
  return followUpdates(runner.updates(from.id, from.generation, signal), from);
}

/**
 * Folds updates as they come. Deltas of a step always add up to its reply: text that a slow reader
 * missed, or that was never streamed, comes as one more delta just before the reply.
 */
export async function* followUpdates(
  updates: AsyncIterable<TaskUpdate>,
  from: Task,
): AsyncGenerator<Step> {
  let task = from;
  let shown = nothingShown();
  for await (const update of updates) {
    if (update.kind === 'delta') {
      const { step, attempt, delta } = update;
      count(shown, delta);
      yield { kind: 'delta', task, step, attempt, delta };
      continue;
    }
    const { event } = update;
    if (event.type === 'model.replied') {
      const { step, attempt, message } = event;
      for (const delta of missing(shown, message))
        yield { kind: 'delta', task, step, attempt, delta };
      shown = nothingShown();
    } else if (event.type === 'model.started') {
      shown = nothingShown();
    }
    const before = task;
    task = apply(before, event);
    yield { kind: 'event', before, event, task };
  }
}

/** How many characters of the running step a reader has received: thoughts, text, and arguments by call. */
interface Shown {
  reasoning: number;
  text: number;
  readonly arguments: Map<number, number>;
}

function nothingShown(): Shown {
  return { reasoning: 0, text: 0, arguments: new Map() };
}

function count(shown: Shown, delta: Delta): void {
  switch (delta.type) {
    case 'text':
      shown.text += delta.text.length;
      break;
    case 'tool-call': {
      const before = shown.arguments.get(delta.index) ?? 0;
      shown.arguments.set(delta.index, before + delta.arguments.length);
      break;
    }
    case 'reasoning':
      shown.reasoning += delta.text.length;
      break;
    case 'artifact':
      break;
  }
}

function missing(
  shown: Shown,
  { content, reasoning = '', tool_calls = [] }: AssistantMessage,
): Delta[] {
  const deltas: Delta[] = [];
  const thought = reasoning.slice(shown.reasoning);
  if (thought !== '') deltas.push({ type: 'reasoning', text: thought });
  const text = (content ?? '').slice(shown.text);
  if (text !== '') deltas.push({ type: 'text', text });
  tool_calls.forEach((call, index) => {
    const seen = shown.arguments.get(index);
    const rest = call.function.arguments.slice(seen ?? 0);
    if (seen !== undefined && rest === '') return;
    const { name } = call.function;
    deltas.push({ type: 'tool-call', index, id: call.id, name, arguments: rest });
  });
  return deltas;
}
