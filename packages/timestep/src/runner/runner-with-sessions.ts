import { isFinal, startOfTurn, type Session, type Submission, type Task } from '../core/index.ts';
import {
  RunnerError,
  SessionStoreError,
  type Clock,
  type Runner,
  type SessionStore,
} from '../port/index.ts';

/** Where sessions are kept, and how late it is. */
export interface SessionSite {
  readonly sessions: SessionStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Receives a failure to note a turn that has been accepted. */
  readonly onError?: (thrown: unknown) => void;
}

/**
 * A runner that begins each task of a session as the session's next turn, whatever protocol its message
 * came over. The message of a context without a session costs one look into the store; any other message
 * costs nothing.
 */
export function runnerWithSessions(runner: Runner, site: SessionSite): Runner {
  return {
    submit: (submission) => submit(runner, site, submission),
    get: (taskId) => runner.get(taskId),
    list: (query) => runner.list(query),
    updates: (taskId, after, signal) => runner.updates(taskId, after, signal),
    settled: (taskId, signal) => runner.settled(taskId, signal),
    cancel: (taskId) => runner.cancel(taskId),
    stateKey: () => runner.stateKey(),
    erase: (taskId) => runner.erase(taskId),
    close: (graceMs) => runner.close(graceMs),
    ...(runner.trouble && { trouble: () => runner.trouble?.() }),
  };
}

async function submit(runner: Runner, site: SessionSite, submission: Submission): Promise<Task> {
  const { principal, agent, contextId: id, taskId, inherited } = submission;
  if (id === undefined || taskId !== undefined || inherited) return runner.submit(submission);
  const session = await sessionOf(site, { principal, id });
  if (session?.agent !== agent) return runner.submit(submission);
  const newest = await newestTurn(runner, session);
  const task = await runner.submit({ ...submission, inherited: startOfTurn(session, newest) });
  await noteTurn(site, session);
  return task;
}

/**
 * The turn that the next turn of a session continues: the newest that has ended, or where there is none
 * the turn that the session was forked after.
 */
export async function newestTurn(runner: Runner, session: Session): Promise<Task | undefined> {
  return (await newestEnded(runner, session)) ?? forkedTask(runner, session);
}

async function sessionOf(
  { sessions }: SessionSite,
  key: { readonly principal: string; readonly id: string },
): Promise<Session | undefined> {
  try {
    return await sessions.get(key);
  } catch (thrown) {
    if (!(thrown instanceof SessionStoreError)) throw thrown;
    throw new RunnerError('store-failed', thrown.message, { cause: thrown });
  }
}

/** The newest turn that has ended; one that is still open cannot be continued yet. */
async function newestEnded(
  runner: Runner,
  { principal, agent, id }: Session,
): Promise<Task | undefined> {
  let pageToken: string | undefined;
  do {
    const page = await runner.list({
      principal,
      agent,
      contextId: id,
      pageSize: 1,
      ...(pageToken !== undefined && { pageToken }),
    });
    const [task] = page.tasks;
    if (task && isFinal(task)) return task;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return undefined;
}

/** The turn that a session was forked after, where it is still kept. */
async function forkedTask(runner: Runner, session: Session): Promise<Task | undefined> {
  const { principal, agent, forkedFrom } = session;
  if (forkedFrom?.taskId === undefined) return undefined;
  const task = await runner.get(forkedFrom.taskId);
  const isOwn = task?.origin.principal === principal && task.origin.agent === agent;
  return isOwn ? task : undefined;
}

/** The message has been accepted, so a failure here must not look like a refusal. */
async function noteTurn(site: SessionSite, session: Session): Promise<void> {
  const { sessions, clock, onError } = site;
  const { principal, agent, id, generation, isClosed } = session;
  const key = { principal, id };
  try {
    if (!isClosed) return await sessions.touch(key, clock.now());
    const opening = { type: 'session.opened', sessionId: id, agent, principal } as const;
    await sessions.append(key, generation, [opening], clock.now());
  } catch (thrown) {
    onError?.(thrown);
  }
}
