import { callsAwaitingClient, isFinal, type CallState, type Task } from '../../core/index.ts';
import { follow, RunnerError, type Runner, type Step } from '../../port/index.ts';
import { executeCall, type ExecuteTools } from './execute-calls.ts';

/** What produces one response: a task, from a moment on. */
export interface Generation {
  readonly responseId: string;
  readonly runner: Runner;
  readonly from: Task;
  readonly isCallers: (tool: string) => boolean;
  readonly executeTools: ExecuteTools | undefined;
  readonly onError: (thrown: unknown) => void;
}

/**
 * Sees a generation through whether or not anybody watches: makes the calls that are left to a
 * client but not to the caller, and cancels the task when the signal aborts. Returns the task as
 * it was at the end of the response; `take` is given every step up to there.
 */
export async function generate(
  generation: Generation,
  signal: AbortSignal,
  take: (step: Step) => void,
): Promise<Task> {
  let task = generation.from;
  const begun = new Set<string>();
  const broken = new AbortController();
  const stop = () => {
    cancelUnlessOver(generation).catch((thrown: unknown) => broken.abort(thrown));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    beginCalls(generation, task, begun, signal);
    // Followed to its end in one go, canceled or not: who follows again is shown things twice.
    for await (const step of stepsOf(generation, broken.signal)) {
      task = step.task;
      take(step);
      if (step.kind === 'event') beginCalls(generation, task, begun, signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  broken.signal.throwIfAborted();
  return task;
}

/** The steps that belong to the response: until the task ends or waits for the caller. */
async function* stepsOf(generation: Generation, signal: AbortSignal): AsyncGenerator<Step> {
  const { runner, from } = generation;
  if (isOver(generation, from)) return;
  for await (const step of follow(runner, from, signal)) {
    yield step;
    if (step.kind === 'event' && isOver(generation, step.task)) return;
  }
}

function isOver({ isCallers }: Generation, task: Task): boolean {
  if (isFinal(task)) return true;
  if (task.state !== 'input-required') return false;
  return callsAwaitingClient(task).every(({ call }) => isCallers(call.function.name));
}

async function cancelUnlessOver(generation: Generation): Promise<void> {
  const { runner, from } = generation;
  const now = await runner.get(from.id);
  if (now && !isOver(generation, now)) await runner.cancel(from.id);
}

/** Starts the calls that nobody else will make; each once. */
function beginCalls(
  generation: Generation,
  task: Task,
  begun: Set<string>,
  signal: AbortSignal,
): void {
  const { executeTools, isCallers, onError } = generation;
  if (!executeTools || task.state !== 'input-required' || signal.aborted) return;
  for (const state of callsAwaitingClient(task)) {
    const key = `${task.steps}:${state.call.id}`;
    if (isCallers(state.call.function.name) || begun.has(key)) continue;
    begun.add(key);
    answerCall(generation, task, state, executeTools, signal).catch(onError);
  }
}

async function answerCall(
  { runner, responseId }: Generation,
  task: Task,
  state: CallState,
  executeTools: ExecuteTools,
  signal: AbortSignal,
): Promise<void> {
  const result = await executeCall(state, task, executeTools, signal);
  const { agent, principal } = task.origin;
  const messageId = `${responseId}:${task.steps}:${result.callId}`;
  try {
    await runner.submit({ agent, principal, messageId, taskId: task.id, results: [result] });
  } catch (thrown) {
    // A task that has ended meanwhile needs no results; any other would wait for them for ever.
    if (thrown instanceof RunnerError) return;
    await runner.cancel(task.id);
    throw thrown;
  }
}
