import { isFinal, type Task } from '../../core/index.ts';
import { follow, type Runner, type Step } from '../../port/index.ts';
import { loggedSteps } from './logged-steps.ts';

/** The source of one response: a task, from a moment on. */
export interface Generation {
  readonly runner: Runner;
  readonly from: Task;
  /** Whether previews of a reply count, or the log alone. */
  readonly isLive: boolean;
}

/**
 * Follows a generation even without a reader, and cancels the task when the signal aborts. Returns
 * the task as it was at the end of the response; `take` receives every step up to there.
 */
export async function generate(
  generation: Generation,
  signal: AbortSignal,
  take: (step: Step) => void,
): Promise<Task> {
  let task = generation.from;
  const broken = new AbortController();
  const stop = () => {
    cancelUnlessOver(generation).catch((thrown: unknown) => broken.abort(thrown));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // One pass follows the task to its end, canceled or not, because a second pass would show steps
    // twice.
    for await (const step of stepsOf(generation, broken.signal)) {
      task = step.task;
      take(step);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  broken.signal.throwIfAborted();
  return task;
}

/** The steps that belong to the response: until the task ends or waits for the caller. */
async function* stepsOf(generation: Generation, signal: AbortSignal): AsyncGenerator<Step> {
  const { runner, from, isLive } = generation;
  if (isOver(from)) return;
  for await (const step of (isLive ? follow : loggedSteps)(runner, from, signal)) {
    yield step;
    if (step.kind === 'event' && isOver(step.task)) return;
  }
}

/**
 * Whether a response ends at the present state of its task: the task has ended, or waits for the
 * caller.
 */
export function isOver(task: Task): boolean {
  return isFinal(task) || task.state === 'input-required';
}

async function cancelUnlessOver(generation: Generation): Promise<void> {
  const { runner, from } = generation;
  const now = await runner.get(from.id);
  if (now && !isOver(now)) await runner.cancel(from.id);
}
