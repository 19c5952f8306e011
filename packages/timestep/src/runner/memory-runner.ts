import { isDeepStrictEqual } from 'node:util';
import { isFinal, lostEffects, type Submission, type Task } from '../core/index.ts';
import {
  createTaskChanges,
  createHookSlot,
  RunnerError,
  servedAgentsOf,
  type Clock,
  type NotedChanges,
  type Runner,
  type ServedAgent,
  type ServedAgents,
  type HookSlot,
} from '../port/index.ts';
import { absentAgent, unknownAgent } from './absent-agent.ts';
import { acceptedBy } from './accepted-by.ts';
import { beginTask } from './begin-task.ts';
import { systemClock } from './clock.ts';
import { isAtRest } from './conduct.ts';
import { recordFailures, failureOf, type RecordFailure } from './failure.ts';
import { driveInMemory } from './memory-drive.ts';
import {
  createMemoryTasks,
  type KeptTask,
  type MemoryTasks,
  type TakenMessage,
} from './memory-tasks.ts';
import { createMemoryWaits, type MemoryWaits } from './memory-waits.ts';
import { newUuid } from './new-id.ts';
import { newSecret } from './new-secret.ts';
import { pageOf } from './page.ts';
import { MemoryTaskLog } from './task-log.ts';
import { within } from './within.ts';
import { sentPart } from './sent-part.ts';

/** The agents of a runner in memory, and how many ended tasks it keeps. */
export interface MemoryRunnerOptions {
  /** A collection may change while the runner works. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Ended tasks to keep; the oldest are dropped first. Default 10 000. */
  readonly keep?: number;
  /** Receives exceptions of agents; with it, callers receive only an id. */
  readonly onError?: (thrown: unknown) => void;
}

/** Runs tasks in this process and keeps them in its memory: nothing survives the process. */
export function createMemoryRunner(options: MemoryRunnerOptions): Runner {
  return runInMemory(options).runner;
}

/** The runner, the tasks that it keeps, and their changes. */
export interface MemoryRunning {
  readonly runner: Runner;
  readonly tasks: MemoryTasks;
  readonly changes: NotedChanges;
  readonly hooks: HookSlot;
}

export function runInMemory(options: MemoryRunnerOptions): MemoryRunning {
  const { clock = systemClock, newId = newUuid, keep = 10_000 } = options;
  const agents = servedAgentsOf(options.agents);
  const tell = options.onError ? recordFailures(options.onError, newId) : failureOf;
  const tasks = createMemoryTasks(keep);
  const waits = createMemoryWaits({
    tasks,
    clock,
    keepGoing: (kept) => keepGoing(site, kept),
    cancel: (kept) => void cancel(site, kept),
  });
  const changes = createTaskChanges();
  const hooks = createHookSlot();
  // A task counts as ended with its last event: a client that hears of the end can go on with the conversation at once.
  const onChange = (task: Task): void => {
    const hasEnded = isFinal(task);
    changes.note(task.id, hasEnded);
    if (hasEnded) tasks.noteEnd(task.id);
  };
  const site: Site = { tasks, agents, clock, newId, tell, hooks, waits, onChange };
  const stateKey = newSecret();
  const stopWatching = agents.watch(() => agentsChanged(site));
  let closed = false;
  const runner: Runner = {
    async submit(submission) {
      if (closed) throw new RunnerError('closed', 'the server is shutting down');
      return take(site, submission);
    },
    get: async (taskId) => tasks.get(taskId)?.log.task,
    list: async (query) =>
      pageOf(
        tasks.all().map(({ log }) => log.task),
        query,
      ),
    updates: (taskId, after, signal) => existing(tasks, taskId).log.updates(after, signal),
    settled(taskId, signal) {
      const kept = tasks.get(taskId);
      return kept ? kept.log.settled(signal) : Promise.reject(unknownTask(taskId));
    },
    cancel: async (taskId) => cancel(site, existing(tasks, taskId)),
    stateKey: async () => stateKey,
    async erase(taskId) {
      const kept = tasks.get(taskId);
      if (!kept) return;
      await cancel(site, kept);
      tasks.forget(taskId);
    },
    async close(graceMs) {
      closed = true;
      stopWatching();
      waits.stop();
      const running = (): KeptTask[] => tasks.all().filter((kept) => kept.conducting);
      const finished = Promise.allSettled(
        running().flatMap(({ conducting }) => conducting?.done ?? []),
      );
      await within(clock, graceMs, finished);
      await Promise.all(running().map((kept) => cancel(site, kept)));
      await changes.end(graceMs);
    },
  };
  return { runner, tasks, changes, hooks };
}

interface Site {
  readonly tasks: MemoryTasks;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly tell: RecordFailure;
  readonly hooks: HookSlot;
  readonly waits: MemoryWaits;
  readonly onChange: (task: Task) => void;
}

function take(site: Site, submission: Submission): Task {
  const { tasks } = site;
  const earlier = tasks.takenBefore(submission);
  if (earlier) return repeated(earlier, submission);
  const kept = submission.taskId === undefined ? begin(site, submission) : asked(site, submission);
  for (const event of acceptedBy(kept.log.task, submission)) kept.log.append(event);
  const { task } = kept.log;
  tasks.keep(kept, sentPart(submission));
  keepGoing(site, kept);
  return task;
}

/** The task that received the same message before. */
function repeated(earlier: TakenMessage, submission: Submission): Task {
  if (isDeepStrictEqual(earlier.submission, sentPart(submission))) return earlier.kept.log.task;
  const message = `message ${submission.messageId} was sent before with another body`;
  throw new RunnerError('duplicate-message', message);
}

function begin(site: Site, submission: Submission): KeptTask {
  const { tasks, clock, onChange } = site;
  const before = tasks.latestCompleted(submission);
  const { first } = beginTask(site, submission, before?.log.task);
  const log = new MemoryTaskLog(first, clock, onChange);
  return { log, taken: undefined, conducting: undefined, isCutOff: false };
}

/** The task that a submission names, where it belongs to the sender. */
function asked({ tasks, agents }: Site, { taskId = '', principal, agent }: Submission): KeptTask {
  const kept = existing(tasks, taskId);
  const { origin } = kept.log.task;
  if (origin.principal !== principal || origin.agent !== agent) throw unknownTask(taskId);
  if (!agents.get(agent)) throw unknownAgent(agent);
  return kept;
}

function existing(tasks: MemoryTasks, taskId: string): KeptTask {
  const kept = tasks.get(taskId);
  if (!kept) throw unknownTask(taskId);
  return kept;
}

function keepGoing(site: Site, kept: KeptTask): void {
  if (!kept.conducting) void conducted(site, kept);
}

async function conducted(
  { agents, clock, tell, hooks, waits }: Site,
  kept: KeptTask,
): Promise<void> {
  const { log } = kept;
  const { agent } = log.task.origin;
  // A message may arrive between a drive's last decision and its end, so the task is checked again.
  do {
    noteCut(kept);
    const served = agents.get(agent) ?? absentAgent(agent);
    kept.conducting = driveInMemory(log, served, clock, { tell, hooks });
    try {
      await kept.conducting.done;
    } catch (thrown) {
      if (!kept.isCutOff) {
        kept.conducting = undefined;
        throw thrown;
      }
    }
    // Without its agent a task goes on only to its end.
    if (kept.isCutOff && !agents.get(agent) && !log.task.cancelRequested) break;
  } while (kept.isCutOff || !isAtRest(log));
  kept.conducting = undefined;
  waits.atRest(kept);
}

/** Calls off what agents that have gone were doing, and goes on where an agent is there again. */
function agentsChanged(site: Site): void {
  for (const kept of site.tasks.all()) {
    const { origin } = kept.log.task;
    const isServed = site.agents.get(origin.agent) !== undefined;
    if (isServed && kept.isCutOff) keepGoing(site, kept);
    if (isServed || !kept.conducting || kept.isCutOff) continue;
    kept.isCutOff = true;
    kept.conducting.callOff();
  }
}

/** Records that what was under way has been cut off, before the task goes on. */
function noteCut(kept: KeptTask): void {
  if (!kept.isCutOff) return;
  kept.isCutOff = false;
  for (const event of lostEffects(kept.log.task, { kind: 'left' })) kept.log.append(event);
}

async function cancel(site: Site, kept: KeptTask): Promise<Task> {
  const { log } = kept;
  if (isFinal(log.task)) return log.task;
  if (!kept.conducting) noteCut(kept);
  if (!log.task.cancelRequested) log.append({ type: 'cancel.requested' });
  kept.conducting?.interrupt();
  keepGoing(site, kept);
  // One that was called off is followed by the one that ends the task.
  while (kept.conducting && !isFinal(log.task)) {
    await Promise.allSettled([kept.conducting.done]);
  }
  return log.task;
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
