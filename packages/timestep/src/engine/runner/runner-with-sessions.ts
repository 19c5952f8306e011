import {
  acceptSubmission,
  createTaskConsent,
  isFinal,
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
import { storeConsent, storeShownTool } from './standing-consents.ts';

/** Session store and clock. */
export interface SessionRunnerDeps {
  readonly sessions: SessionStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Receives failures to record a turn that was already accepted. */
  readonly onError?: (thrown: unknown) => void;
}

const HAS_SESSIONS = Symbol('has sessions');

/** Wraps a runner: a new task of a session starts as its next turn. Wraps no runner twice. */
export function withSessions(runner: Runner, deps: SessionRunnerDeps): Runner {
  if (HAS_SESSIONS in runner) return runner;
  const wrapped = composeRunner(runner, {
    submit: (submission) => submitTurn(runner, deps, submission),
  });
  return Object.assign(wrapped, { [HAS_SESSIONS]: true });
}

async function submitTurn(
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
  await touchOrReopenSession(deps, session);
  return task;
}

/**
 * Stores the consents of decisions before these are made, because the next turn may start at once, and the tools
 * that were approved.
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
  if (!task || !isOwn || !acceptSubmission(task, submission).accepted) return;
  for (const decision of approvals) {
    const call = task.calls.find((state) => state.call.id === decision.callId);
    const consent = call && createTaskConsent(task, call, decision, clock.now());
    if (!consent) continue;
    try {
      if (consent.scope !== 'once') await storeConsent(sessions, consent, task.contextId);
      await storeShownTool(sessions, consent);
    } catch (thrown) {
      // Without the record the person is asked again, which must not stop this call.
      onError?.(thrown);
    }
  }
}

/** Returns the newest ended turn, otherwise the turn after which the session was forked. */
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

/** Returns the newest ended turn. A running turn cannot be continued yet. */
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
    if (task && isFinal(task)) return task;
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

/** The message was already accepted, so a failure must not look like a refusal. */
async function touchOrReopenSession(deps: SessionRunnerDeps, session: Session): Promise<void> {
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
