import { callsAwaitingClient, isFinal, type CallState, type Task } from '../../core/index.ts';
import { follow, RunnerError, type Runner, type Step } from '../../port/index.ts';
import { executeCall, settleCutOffCall, type ExecuteTools } from './execute-calls.ts';
import { loggedSteps } from './logged-steps.ts';

/** What produces one response: a task, from a moment on. */
export interface Generation {
  readonly responseId: string;
  readonly runner: Runner;
  readonly from: Task;
  readonly isCallers: (tool: string) => boolean;
  readonly executeTools: ExecuteTools | undefined;
  /** Whether what is shown of a reply before it is there counts, or the log alone. */
  readonly isLive: boolean;
  /**
   * Where it is taken up again, the generation at which that happens: calls open then may have been
   * made already.
   */
  readonly resumedAt?: number;
  /** Whether it is still this process that makes the calls. */
  readonly isHeld: () => Promise<boolean>;
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
  const { runner, from, isCallers, isLive } = generation;
  if (isOver(isCallers, from)) return;
  for await (const step of (isLive ? follow : loggedSteps)(runner, from, signal)) {
    yield step;
    if (step.kind === 'event' && isOver(isCallers, step.task)) return;
  }
}

/** Whether a response ends where its task stands: it has ended, or waits for the caller. */
export function isOver(isCallers: Generation['isCallers'], task: Task): boolean {
  if (isFinal(task)) return true;
  if (task.state !== 'input-required') return false;
  return callsAwaitingClient(task).every(({ call }) => isCallers(call.function.name));
}

async function cancelUnlessOver(generation: Generation): Promise<void> {
  const { runner, from, isCallers } = generation;
  const now = await runner.get(from.id);
  if (now && !isOver(isCallers, now)) await runner.cancel(from.id);
}

/** Starts the calls that nobody else will make; each once. */
function beginCalls(
  generation: Generation,
  task: Task,
  begun: Set<string>,
  signal: AbortSignal,
): void {
  const { executeTools, isCallers, resumedAt = 0, onError } = generation;
  // What a log says of earlier has been answered.
  if (task.generation < resumedAt) return;
  if (!executeTools || task.state !== 'input-required' || signal.aborted) return;
  for (const state of callsAwaitingClient(task)) {
    const key = `${task.steps}:${state.call.id}`;
    if (isCallers(state.call.function.name) || begun.has(key)) continue;
    begun.add(key);
    answerCall(generation, task, state, executeTools, signal).catch(onError);
  }
}

async function answerCall(
  { runner, responseId, resumedAt, isHeld }: Generation,
  task: Task,
  state: CallState,
  executeTools: ExecuteTools,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isHeld())) return;
  const execute = task.generation === resumedAt ? settleCutOffCall : executeCall;
  const result = await execute(state, task, executeTools, signal);
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
