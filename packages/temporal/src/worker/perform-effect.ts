import { ApplicationFailure, Context, type Info } from '@temporalio/activity';
import {
  apply,
  type DispatchReport,
  isRetried,
  type RunnerExit,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import type { ServedAgent, ServedAgents, HookSlot } from '@timestep-ai/timestep/port';
import { createEffects, type TaskEffects, type ToFailure } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { eventToOutline } from '../task/outline.ts';
import {
  DISPATCH_SIGNAL,
  EFFECT_LOST,
  UNKNOWN_AGENT,
  type EffectInput,
  type EffectOutcome,
  type TraitsByTool,
} from '../task/task-record.ts';
import { createDeltaSender } from './delta-sender.ts';
import { createEffectBounds, type EffectBounds } from './effect-bounds.ts';
import type { TaskCache } from './task-cache.ts';
import { retryUntilDone, type RetryOptions } from './retry-until-done.ts';
import { createLostExit, type WorkerExits } from './worker-exits.ts';
import { getWorkerName } from '../task/worker-id.ts';
import { isUnwritableDataError, toUnwritableEvent } from './writable-outcome.ts';

export interface PerformEffectDeps {
  readonly agents: ServedAgents;
  readonly store: TaskStore;
  readonly cache: TaskCache;
  /** Signal that aborts when the stopping worker no longer waits for effects. */
  readonly leaving: AbortSignal;
  readonly onError: (thrown: unknown) => void;
  /** Converts an agent's failure for callers. Default: the message of the exception. */
  readonly tell: ToFailure | undefined;
  readonly hooks?: HookSlot | undefined;
  /** Id of this worker, which it sends with the heartbeats of its effects. Default: none. */
  readonly workerId?: string | undefined;
  /**
   * Reads how lost workers ended, to find the task that is to blame. If undefined, no task is blamed for a
   * lost worker.
   */
  readonly exits?: WorkerExits | undefined;
}

/** How to perform an effect, and the name under which the store holds its outcome. */
export interface EffectKind {
  readonly name: string;
  /** Kind of work for which crashes are counted: `preparation`, `model` or `tool <name>`. */
  readonly during: string;
  readonly perform: (effects: TaskEffects) => Promise<TaskEvent>;
  readonly traitsFor?: (
    effects: TaskEffects,
    event: TaskEvent,
  ) => Promise<TraitsByTool | undefined>;
}

interface EffectAttempt extends PerformEffectDeps {
  readonly patience: RetryOptions;
  /** Signal that aborts if the agent is removed while the effect runs. */
  readonly gone: AbortController;
}

/**
 * Performs an effect (such as a model or tool call) in the running activity and stores its outcome.
 */
export async function performEffectOnce(
  deps: PerformEffectDeps,
  input: EffectInput,
  performing: EffectKind,
): Promise<EffectOutcome> {
  const { info, cancellationSignal: signal } = Context.current();
  const gone = new AbortController();
  const leaving = AbortSignal.any([deps.leaving, gone.signal]);
  const patience = { signal, onError: deps.onError };
  const attempt: EffectAttempt = { ...deps, leaving, gone, patience };
  const isFirst = info.attempt === 1;
  const workerId = isFirst ? deps.workerId : readWorkerId(info);
  const bounds = createEffectBounds(signal, leaving, workerId);
  try {
    return isFirst
      ? await performFirstEffectAttempt(attempt, bounds, input, performing)
      : await requireEarlierOutcome(attempt, input, performing.name, workerId);
  } finally {
    bounds.end();
  }
}

/** Returns the id of the worker of the first attempt, if that worker sent a heartbeat. */
function readWorkerId({ heartbeatDetails }: Info): string | undefined {
  return typeof heartbeatDetails === 'string' ? heartbeatDetails : undefined;
}

/** Returns the outcome that an earlier attempt stored. Throws if there is none. */
async function requireEarlierOutcome(
  { store, patience, exits, workerId: ownId }: EffectAttempt,
  { added, generation }: EffectInput,
  name: string,
  workerId: string | undefined,
): Promise<EffectOutcome> {
  const startedAt = Date.now();
  const content = await retryUntilDone(patience, () => store.content(added.taskId, name));
  // Only the task loop knows which effects are safe to repeat, so an unknown outcome is only reported.
  if (content?.kind !== 'event') {
    const lost = { taskId: added.taskId, effect: createEffectName(name, generation), workerId };
    const exit = exits?.getExit(lost) ?? createLostExit(workerId);
    const heir = ownId === undefined ? undefined : getWorkerName(ownId);
    throw createEffectLostFailure('the worker is gone, and the outcome is unknown', exit, heir);
  }
  // The records are appended again: an earlier activity for this effect may have received fewer.
  await retryUntilDone(patience, () => store.append(added));
  const { event, traits } = content;
  return {
    event: eventToOutline(event),
    startedAt,
    endedAt: Date.now(),
    ...(traits && { traits }),
  };
}

async function performFirstEffectAttempt(
  attempt: EffectAttempt,
  bounds: EffectBounds,
  { added, generation, remainingMs }: EffectInput,
  { name, during, perform, traitsFor }: EffectKind,
): Promise<EffectOutcome> {
  const { agents, store, cache, leaving, gone, onError, tell, hooks, patience } = attempt;
  const { exits, workerId } = attempt;
  const task = await retryUntilDone(patience, async () => {
    // The added events become durable with the outcome; until then only the workflow stores them.
    await store.append(added, 'soon');
    return cache.loadAt(added.taskId, generation);
  });
  bounds.limit(remainingMs, task.origin.limits.time_limit_s);
  const deltas = createDeltaSender(store, task, onError);
  const append = createDispatchSignaler(Context.current());
  const place = { task, show: deltas.add, append };
  const served = requireAgent(agents, task);
  const stopWatching = agents.watch(() => {
    if (!agents.get(served.name)) gone.abort();
  });
  const effects = createEffects(place, served, bounds.interrupter, {
    reportFailure: tell,
    hooks,
  });
  const performAndRead = async () => {
    const event = await perform(effects);
    if (!traitsFor) return { event, traits: undefined };
    // An environment may derive tools from the calls of the reply, so the task must contain the reply first.
    place.task = apply(task, { ...event, generation: task.generation + 1, at: Date.now() });
    return { event, traits: await traitsFor(effects, event) };
  };
  // The heartbeat names this worker, so that the next worker can find out how this one ended.
  if (workerId !== undefined && task.crashes?.length) Context.current().heartbeat(workerId);
  const work = {
    taskId: task.id,
    during,
    isRetried: isRetried(task, during),
    effect: createEffectName(name, generation),
  };
  const startedAt = Date.now();
  const performing = exits ? exits.observe(work, performAndRead) : performAndRead();
  const { event, traits } = await performing.finally(stopWatching);
  const endedAt = Date.now();
  deltas.end();
  // The outcome of a canceled or lost effect is not stored: the next attempt would take it for the result.
  const isCalledOff = leaving.aborted || patience.signal.aborted;
  if (isCalledOff && !isSuccessful(event))
    throw createEffectLostFailure('the effect was interrupted', {
      kind: leaving.aborted ? 'left' : 'lost',
    });
  const stored = await storeEvent(event, patience, (kept) =>
    store.storeOutcome(added, name, { kind: 'event', event: kept, ...(traits && { traits }) }),
  );
  return {
    event: eventToOutline(stored),
    startedAt,
    endedAt,
    ...(bounds.isLate() && { isLate: true }),
    ...(traits && { traits }),
  };
}

/** Stores an event. If the database can never store its data, stores a failure instead. */
async function storeEvent(
  event: TaskEvent,
  patience: RetryOptions,
  store: (event: TaskEvent) => Promise<void>,
): Promise<TaskEvent> {
  let kept = event;
  await retryUntilDone(patience, async () => {
    try {
      await store(kept);
    } catch (thrown) {
      if (kept === event && isUnwritableDataError(thrown)) kept = toUnwritableEvent(event);
      throw thrown;
    }
  });
  return kept;
}

/**
 * Creates a function that reports to the workflow that a tool call was sent. Only the workflow can add the
 * event, because it numbers them.
 */
function createDispatchSignaler(context: Context): (report: DispatchReport) => Promise<void> {
  return ({ key, attempt, dispatch }) => {
    const { workflowExecution } = context.info;
    if (!workflowExecution) return Promise.resolve();
    const workflow = context.client.workflow.getHandle(workflowExecution.workflowId);
    return workflow.signal(DISPATCH_SIGNAL, { key, attempt, dispatch });
  };
}

function requireAgent(agents: ServedAgents, task: Task): ServedAgent {
  const { agent: name } = task.origin;
  const served = agents.get(name);
  if (served) return served;
  throw ApplicationFailure.nonRetryable(`this worker has no agent ${name}`, UNKNOWN_AGENT);
}

function createEffectLostFailure(
  message: string,
  exit: RunnerExit,
  heir?: string,
): ApplicationFailure {
  const details = heir === undefined ? [exit] : [exit, heir];
  return ApplicationFailure.nonRetryable(message, EFFECT_LOST, ...details);
}

/** Returns a name for an effect. A later attempt gets another name, because the log contains more events by then. */
function createEffectName(name: string, generation: number): string {
  return `${name}@${generation}`;
}

const SUCCESSFUL_EVENTS: readonly TaskEvent['type'][] = [
  'prompt.loaded',
  'context.selected',
  'model.replied',
  'tool.returned',
  'question.asked',
  'call.suspended',
  'approval.requested',
];

function isSuccessful({ type }: TaskEvent): boolean {
  return SUCCESSFUL_EVENTS.includes(type);
}
