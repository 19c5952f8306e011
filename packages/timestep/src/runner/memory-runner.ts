import { isDeepStrictEqual } from 'node:util';
import { accept, isFinal, type Submission, type Task } from '../core/index.ts';
import { RunnerError, type Clock, type Runner, type ServedAgent } from '../port/index.ts';
import { taskBegunBy } from './begin-task.ts';
import { systemClock } from './clock.ts';
import { conduct, isAtRest, type Conducting } from './conduct.ts';
import { discreetly, failureOf } from './failure.ts';
import { newUuid } from './new-id.ts';
import { newSecret } from './new-secret.ts';
import { pageOf } from './page.ts';
import { MemoryTaskLog } from './task-log.ts';
import { within } from './within.ts';

/** Which agents a runner in memory has, and how many ended tasks it remembers. */
export interface MemoryRunnerOptions {
  readonly agents: readonly ServedAgent[];
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Ended tasks to remember; the oldest are forgotten first. */
  readonly keep?: number;
  /** Told of exceptions of agents, of which callers are then told an id only. */
  readonly onError?: (thrown: unknown) => void;
}

/** Ended tasks whose deltas are kept, for readers that are just about to come. */
const SHOWN_AFTER_END = 100;

interface Kept {
  readonly log: MemoryTaskLog;
  readonly served: ServedAgent;
  readonly messageKeys: string[];
  conducting: Conducting | undefined;
}

/** Runs tasks in this process and keeps them in its memory: nothing survives the process. */
export function createMemoryRunner(options: MemoryRunnerOptions): Runner {
  return runInMemory(options).runner;
}

/** The runner, and what it holds. */
export interface MemoryTasks {
  readonly runner: Runner;
  logs(): readonly MemoryTaskLog[];
  /** Drops a task and all that belongs to it. */
  forget(taskId: string): void;
}

export function runInMemory(options: MemoryRunnerOptions): MemoryTasks {
  const { agents, clock = systemClock, newId = newUuid, keep = 10_000 } = options;
  const tell = options.onError ? discreetly(options.onError, newId) : failureOf;
  const tasks = new Map<string, Kept>();
  const ended: string[] = [];
  const messages = new Map<string, { readonly submission: Submission; readonly taskId: string }>();
  /** The newest completed task of each conversation. */
  const conversations = new Map<string, string>();
  const stateKey = newSecret();
  let closed = false;

  function submit(submission: Submission): Task {
    if (closed) throw new RunnerError('closed', 'the server is shutting down');
    const key = keyOf(submission.principal, submission.agent, submission.messageId);
    const earlier = messages.get(key);
    if (earlier) return repeated(earlier, submission);
    const kept = submission.taskId === undefined ? begin(submission) : existing(submission);
    const acceptance = accept(kept.log.task, submission);
    if (!acceptance.accepted) {
      throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
    }
    for (const event of acceptance.events) kept.log.append(event);
    const { task } = kept.log;
    tasks.set(task.id, kept);
    messages.set(key, { submission, taskId: task.id });
    kept.messageKeys.push(key);
    keepGoing(kept);
    return task;
  }

  function repeated(
    earlier: { submission: Submission; taskId: string },
    submission: Submission,
  ): Task {
    const same = isDeepStrictEqual(earlier.submission, submission);
    const kept = tasks.get(earlier.taskId);
    if (same && kept) return kept.log.task;
    const { messageId } = submission;
    throw new RunnerError(
      'duplicate-message',
      `message ${messageId} was sent before with another body`,
    );
  }

  function existing({ taskId = '', principal, agent }: Submission): Kept {
    const kept = tasks.get(taskId);
    const origin = kept?.log.task.origin;
    if (!kept || origin?.principal !== principal || origin.agent !== agent)
      throw unknownTask(taskId);
    return kept;
  }

  function begin(submission: Submission): Kept {
    const served = agents.find((agent) => agent.name === submission.agent);
    if (!served) throw new RunnerError('unknown-agent', `there is no agent ${submission.agent}`);
    const { principal, agent, contextId } = submission;
    const key = contextId === undefined ? '' : keyOf(principal, agent, contextId);
    const before = tasks.get(conversations.get(key) ?? '');
    const first = taskBegunBy(submission, served, before?.log.task, newId);
    const log = new MemoryTaskLog(first, () => clock.now());
    return { log, served, messageKeys: [], conducting: undefined };
  }

  function keepGoing(kept: Kept): void {
    if (!kept.conducting) void conducted(kept);
  }

  async function conducted(kept: Kept): Promise<void> {
    // Something may be sent between a drive's last decision and its end: look again.
    do {
      kept.conducting = conduct(kept.log, kept.served, clock, tell);
      await kept.conducting.done;
    } while (!isAtRest(kept.log));
    kept.conducting = undefined;
    if (isFinal(kept.log.task)) settleEnded(kept);
  }

  function settleEnded({ log: { task } }: Kept): void {
    const { principal, agent } = task.origin;
    if (task.state === 'completed') {
      conversations.set(keyOf(principal, agent, task.contextId), task.id);
    }
    ended.push(task.id);
    tasks.get(ended.at(-SHOWN_AFTER_END) ?? '')?.log.forgetShown();
    if (ended.length > keep) forget(ended.shift() ?? '');
  }

  function forget(taskId: string): void {
    const kept = tasks.get(taskId);
    if (!kept) return;
    tasks.delete(taskId);
    for (const key of kept.messageKeys) messages.delete(key);
    const { principal, agent } = kept.log.task.origin;
    const conversation = keyOf(principal, agent, kept.log.task.contextId);
    if (conversations.get(conversation) === taskId) conversations.delete(conversation);
  }

  async function cancel(taskId: string): Promise<Task> {
    const kept = tasks.get(taskId);
    if (!kept) throw unknownTask(taskId);
    if (isFinal(kept.log.task)) return kept.log.task;
    if (!kept.log.task.cancelRequested) kept.log.append({ type: 'cancel.requested' });
    kept.conducting?.interrupt();
    keepGoing(kept);
    await kept.conducting?.done;
    return kept.log.task;
  }

  function logOf(taskId: string): MemoryTaskLog {
    const kept = tasks.get(taskId);
    if (!kept) throw unknownTask(taskId);
    return kept.log;
  }

  function running(): [string, Conducting][] {
    return [...tasks].flatMap(([taskId, { conducting }]) =>
      conducting ? [[taskId, conducting]] : [],
    );
  }

  const runner: Runner = {
    submit: async (submission) => submit(submission),
    get: async (taskId) => tasks.get(taskId)?.log.task,
    list: async (query) =>
      pageOf(
        [...tasks.values()].map((kept) => kept.log.task),
        query,
      ),
    updates: (taskId, after, signal) => logOf(taskId).updates(after, signal),
    settled: async (taskId, signal) => logOf(taskId).settled(signal),
    cancel,
    stateKey: async () => stateKey,
    async erase(taskId) {
      if (!tasks.has(taskId)) return;
      await cancel(taskId);
      forget(taskId);
    },
    async close(graceMs) {
      closed = true;
      const finished = Promise.all(running().map(([, conducting]) => conducting.done));
      await within(clock, graceMs, finished);
      await Promise.all(running().map(([taskId]) => cancel(taskId)));
    },
  };
  return { runner, forget, logs: () => [...tasks.values()].map(({ log }) => log) };
}

/** One key of three names; lengths in it keep `a` and `bc` apart from `ab` and `c`. */
function keyOf(principal: string, agent: string, id: string): string {
  return `${principal.length}:${principal}${agent.length}:${agent}${id}`;
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}
