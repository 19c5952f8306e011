import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hasTaskEnded, buildRecoveryEvents, type Submission, type Task } from '#core';
import {
  createTaskChangesNotifier,
  createRunnerClosedError,
  createHookSlot,
  createTaskNotFoundError,
  RunnerError,
  toServedAgents,
  type Clock,
  type TaskChangesNotifier,
  type Runner,
  type ServedAgent,
  type ServedAgents,
  type HookSlot,
} from '#engine/port';
import { createAgentPlaceholder, createUnknownAgentError } from '../agent-placeholder.ts';
import { acceptOrThrow, checkNewTaskId, createNewTask } from '../new-task.ts';
import { systemClock, waitAtMost } from '../clock.ts';
import { isIdle } from '../run-task.ts';
import { createFailureRecorder, toFailure, type ToFailure } from '../failure.ts';
import { startInterruptibleRun } from './memory-task-run.ts';
import {
  createMemoryTasks,
  type MemoryTask,
  type MemoryTasks,
  type AcceptedMessage,
} from './memory-tasks.ts';
import { createMemoryWaits, type MemoryWaits } from './memory-waits.ts';
import { createUuid } from '../uuid.ts';
import { getTaskPage } from './task-page.ts';
import { MemoryTaskLog } from '../log/task-log.ts';
import { toComparableSubmission } from '../sent-part.ts';

/** Options of a runner in memory: its agents, and how many ended tasks it retains. */
export interface MemoryRunnerOptions {
  /** The served agents. A `ServedAgents` collection may change while the runner runs. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Number of ended tasks to retain; the oldest are deleted first. Default: 10 000. */
  readonly keep?: number;
  /** Callback for exceptions of agents. If set, callers receive only an error id. */
  readonly onError?: (thrown: unknown) => void;
}

/** Creates a runner that keeps tasks in memory: nothing survives the process. */
export function createMemoryRunner(options: MemoryRunnerOptions): Runner {
  return createMemoryRunnerParts(options).runner;
}

export interface MemoryRunnerParts {
  readonly runner: Runner;
  readonly tasks: MemoryTasks;
  readonly changes: TaskChangesNotifier;
  readonly hooks: HookSlot;
}

export function createMemoryRunnerParts(options: MemoryRunnerOptions): MemoryRunnerParts {
  const { clock = systemClock, newId = createUuid, keep = 10_000 } = options;
  const agents = toServedAgents(options.agents);
  const reportFailure = options.onError ? createFailureRecorder(options.onError, newId) : toFailure;
  const tasks = createMemoryTasks(keep);
  const waits = createMemoryWaits(
    tasks,
    clock,
    (memoryTask) => startTaskRunUnlessRunning(deps, memoryTask),
    (memoryTask) => void cancelTask(deps, memoryTask),
  );
  const changes = createTaskChangesNotifier();
  const hooks = createHookSlot();
  // A task counts as ended as soon as its last event is added, so that its conversation can continue at once.
  const onChange = (log: MemoryTaskLog): void => {
    const { task } = log;
    const hasEnded = hasTaskEnded(task);
    changes.notify(task.id, hasEnded);
    if (hasEnded) tasks.recordEnd(log);
  };
  const deps: MemoryRunnerState = {
    tasks,
    agents,
    clock,
    newId,
    reportFailure,
    hooks,
    waits,
    onChange,
  };
  const stateKey = randomBytes(32);
  const stopWatching = agents.watch(() => adaptTasksToServedAgents(deps));
  let closed = false;
  const runner: Runner = {
    async submit(submission) {
      if (closed) throw createRunnerClosedError();
      return processSubmission(deps, submission);
    },
    get: async (taskId) => tasks.get(taskId)?.log.task,
    list: async (query) =>
      getTaskPage(
        tasks.all().map(({ log }) => log.task),
        query,
      ),
    subscribe: (taskId, after, signal) => requireTask(tasks, taskId).log.updates(after, signal),
    waitUntilSettled(taskId, signal) {
      const memoryTask = tasks.get(taskId);
      return memoryTask
        ? memoryTask.log.settled(signal)
        : Promise.reject(createTaskNotFoundError(taskId));
    },
    cancel: async (taskId) => cancelTask(deps, requireTask(tasks, taskId)),
    getStateKey: async () => stateKey,
    async erase(taskId) {
      const memoryTask = tasks.get(taskId);
      if (!memoryTask) return;
      await cancelTask(deps, memoryTask);
      tasks.remove(taskId);
    },
    async close(graceMs) {
      closed = true;
      stopWatching();
      waits.stop();
      const running = (): MemoryTask[] => tasks.all().filter((memoryTask) => memoryTask.run);
      const finished = Promise.allSettled(running().flatMap(({ run }) => run?.done ?? []));
      await waitAtMost(clock, graceMs, finished);
      await Promise.all(running().map((memoryTask) => cancelTask(deps, memoryTask)));
      await changes.end(graceMs);
    },
  };
  return { runner, tasks, changes, hooks };
}

interface MemoryRunnerState {
  readonly tasks: MemoryTasks;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly reportFailure: ToFailure;
  readonly hooks: HookSlot;
  readonly waits: MemoryWaits;
  readonly onChange: (log: MemoryTaskLog) => void;
}

function processSubmission(deps: MemoryRunnerState, submission: Submission): Task {
  const { tasks } = deps;
  const earlier = tasks.findAccepted(submission);
  if (earlier) return requireTaskOfSameSubmission(earlier, submission);
  const memoryTask =
    submission.taskId === undefined
      ? buildMemoryTask(deps, submission)
      : requireSubmittedTask(deps, submission);
  for (const event of acceptOrThrow(memoryTask.log.task, submission)) memoryTask.log.append(event);
  const { task } = memoryTask.log;
  // The history of a session may be large, and is not needed to recognize a repeated message.
  tasks.store(memoryTask, submission.inherited ? toComparableSubmission(submission) : submission);
  startTaskRunUnlessRunning(deps, memoryTask);
  return task;
}

function requireTaskOfSameSubmission(earlier: AcceptedMessage, submission: Submission): Task {
  const before = toComparableSubmission(earlier.submission);
  if (isDeepStrictEqual(before, toComparableSubmission(submission)))
    return earlier.memoryTask.log.task;
  const message = `message ${submission.messageId} was already sent with a different body`;
  throw new RunnerError('duplicate-message', message);
}

function buildMemoryTask(deps: MemoryRunnerState, submission: Submission): MemoryTask {
  const { tasks, clock, onChange } = deps;
  checkNewTaskId(submission, (id) => tasks.get(id) !== undefined);
  const before = tasks.findLatestCompleted(submission);
  const { first } = createNewTask(deps, submission, before);
  const log = new MemoryTaskLog(first, clock, onChange);
  return { log, lastAccepted: undefined, run: undefined, isDetached: false };
}

/** Returns the task that a submission continues. Throws unless it belongs to the sender. */
function requireSubmittedTask(
  { tasks, agents }: MemoryRunnerState,
  { taskId = '', principal, agent }: Submission,
): MemoryTask {
  const memoryTask = requireTask(tasks, taskId);
  const { origin } = memoryTask.log.task;
  if (origin.principal !== principal || origin.agent !== agent)
    throw createTaskNotFoundError(taskId);
  if (!agents.get(agent)) throw createUnknownAgentError(agent);
  return memoryTask;
}

function requireTask(tasks: MemoryTasks, taskId: string): MemoryTask {
  const memoryTask = tasks.get(taskId);
  if (!memoryTask) throw createTaskNotFoundError(taskId);
  return memoryTask;
}

function startTaskRunUnlessRunning(deps: MemoryRunnerState, memoryTask: MemoryTask): void {
  if (!memoryTask.run) void runUntilIdle(deps, memoryTask);
}

async function runUntilIdle(
  { agents, clock, reportFailure, hooks, waits }: MemoryRunnerState,
  memoryTask: MemoryTask,
): Promise<void> {
  const { log } = memoryTask;
  const { agent } = log.task.origin;
  // The task is checked again, because a message may arrive after the last decision of the task loop.
  do {
    recordInterruptionIfDetached(memoryTask);
    const served = agents.get(agent) ?? createAgentPlaceholder(agent);
    memoryTask.run = startInterruptibleRun(log, served, clock, { reportFailure, hooks });
    try {
      await memoryTask.run.done;
    } catch (thrown) {
      if (!memoryTask.isDetached && !hasTaskEnded(log.task)) {
        const error = reportFailure(thrown, 'agent_failed');
        log.append({ type: 'task.finished', state: 'failed', reason: 'error', error });
      }
    }
    // Without its agent, a task can only be canceled.
    if (memoryTask.isDetached && !agents.get(agent) && !log.task.cancelRequested) break;
  } while (memoryTask.isDetached || !isIdle(log));
  memoryTask.run = undefined;
  waits.handleIdle(memoryTask);
}

/** Interrupts the tasks of removed agents, and resumes tasks whose agent is served again. */
function adaptTasksToServedAgents(state: MemoryRunnerState): void {
  for (const memoryTask of state.tasks.all()) {
    const { origin } = memoryTask.log.task;
    const isServed = state.agents.get(origin.agent) !== undefined;
    if (isServed && memoryTask.isDetached) startTaskRunUnlessRunning(state, memoryTask);
    if (isServed || !memoryTask.run || memoryTask.isDetached) continue;
    memoryTask.isDetached = true;
    memoryTask.run.detach();
  }
}

/** Records that running effects were interrupted, before the task resumes. */
function recordInterruptionIfDetached(memoryTask: MemoryTask): void {
  if (!memoryTask.isDetached) return;
  memoryTask.isDetached = false;
  for (const event of buildRecoveryEvents(memoryTask.log.task, { kind: 'left' }))
    memoryTask.log.append(event);
}

async function cancelTask(deps: MemoryRunnerState, memoryTask: MemoryTask): Promise<Task> {
  const { log } = memoryTask;
  if (hasTaskEnded(log.task)) return log.task;
  if (!memoryTask.run) recordInterruptionIfDetached(memoryTask);
  if (!log.task.cancelRequested) log.append({ type: 'cancel.requested' });
  memoryTask.run?.interrupt();
  startTaskRunUnlessRunning(deps, memoryTask);
  // If the agent was removed, the running loop stops without ending the task; another loop then cancels or fails it.
  while (memoryTask.run && !hasTaskEnded(log.task)) {
    await Promise.allSettled([memoryTask.run.done]);
  }
  return log.task;
}
