import {
  decideAcceptance,
  createTaskConsent,
  hasTaskEnded,
  buildTurnStart,
  type ApprovalDecision,
  type Session,
  type Submission,
  type Task,
} from '#core';
import {
  RunnerError,
  SessionStoreError,
  type Clock,
  type Runner,
  type SessionStore,
} from '#engine/port';
import { composeRunner } from './compose-runner.ts';
import { storeStandingOrSessionConsent, storeShownTool } from './standing-consents.ts';

/** Dependencies of a runner with sessions: the session store and a clock. */
export interface SessionRunnerDeps {
  readonly sessions: SessionStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Callback for failures to record a turn in its session after the turn was accepted. */
  readonly onError?: (thrown: unknown) => void;
}

const HAS_SESSIONS = Symbol('has sessions');

/** Wraps a runner so that a new task of a session becomes its next turn. A wrapped runner is returned unchanged. */
export function withSessions(runner: Runner, deps: SessionRunnerDeps): Runner {
  if (HAS_SESSIONS in runner) return runner;
  const wrapped = composeRunner(runner, {
    submit: (submission) => submitAsNextTurn(runner, deps, submission),
  });
  return Object.assign(wrapped, { [HAS_SESSIONS]: true });
}

async function submitAsNextTurn(
  runner: Runner,
  deps: SessionRunnerDeps,
  submission: Submission,
): Promise<Task> {
  const { principal, agent, contextId: id, taskId, inherited, approvals } = submission;
  if (taskId !== undefined && approvals?.some(({ approved }) => approved)) {
    await storeConsents(runner, deps, submission, taskId, approvals);
  }
  if (id === undefined || taskId !== undefined || inherited) return runner.submit(submission);
  const session = await loadSession(deps, { principal, id });
  if (session?.agent !== agent) return runner.submit(submission);
  const newest = await findTurnToContinue(runner, session);
  const task = await runner.submit({ ...submission, inherited: buildTurnStart(session, newest) });
  await markSessionUsedOrReopen(deps, session);
  return task;
}

/**
 * Stores what a person approved before the calls run, because the next turn may start at once. Stores the
 * definitions of the approved tools too.
 */
async function storeConsents(
  runner: Runner,
  { sessions, clock, onError }: SessionRunnerDeps,
  submission: Submission,
  taskId: string,
  approvals: readonly ApprovalDecision[],
): Promise<void> {
  const task = await runner.get(taskId);
  const isOwn = task?.origin.principal === submission.principal;
  if (!task || !isOwn || !decideAcceptance(task, submission).accepted) return;
  for (const decision of approvals) {
    const call = task.calls.find((state) => state.call.id === decision.callId);
    const consent = call && createTaskConsent(task, call, decision, clock.now());
    if (!consent) continue;
    try {
      if (consent.scope !== 'once')
        await storeStandingOrSessionConsent(sessions, consent, task.contextId);
      await storeShownTool(sessions, consent);
    } catch (thrown) {
      // If the consent cannot be stored, the person is asked again later, but the approved call is still made.
      onError?.(thrown);
    }
  }
}

/** Returns the newest ended turn of a session, otherwise the turn after which the session was forked. */
export async function findTurnToContinue(
  runner: Runner,
  session: Session,
): Promise<Task | undefined> {
  return (await findNewestEndedTurn(runner, session)) ?? findForkedTask(runner, session);
}

async function loadSession(
  { sessions }: SessionRunnerDeps,
  key: { readonly principal: string; readonly id: string },
): Promise<Session | undefined> {
  try {
    return await sessions.get(key);
  } catch (thrown) {
    if (!(thrown instanceof SessionStoreError)) throw thrown;
    throw new RunnerError('store-failed', thrown.message, { cause: thrown });
  }
}

/** Returns the newest ended turn of a session. A turn that still runs cannot be continued. */
async function findNewestEndedTurn(
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
    if (task && hasTaskEnded(task)) return task;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return undefined;
}

/** Returns the turn after which a session was forked, if it is still stored. */
async function findForkedTask(runner: Runner, session: Session): Promise<Task | undefined> {
  const { principal, agent, forkedFrom } = session;
  if (forkedFrom?.taskId === undefined) return undefined;
  const task = await runner.get(forkedFrom.taskId);
  const isOwn = task?.origin.principal === principal && task.origin.agent === agent;
  return isOwn ? task : undefined;
}

/**
 * Marks a session as changed. Failures are only reported, because the message was already accepted.
 */
async function markSessionUsedOrReopen(deps: SessionRunnerDeps, session: Session): Promise<void> {
  const { sessions, clock, onError } = deps;
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
