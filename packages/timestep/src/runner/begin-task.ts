import {
  continuationOf,
  CORE_VERSION,
  limitsFrom,
  messagesOf,
  type StartOptions,
  type Submission,
  type Task,
  type TaskSubmitted,
  type History,
} from '../core/index.ts';
import type { Clock, ServedAgent, ServedAgents } from '../port/index.ts';
import { unknownAgent } from './absent-agent.ts';

/** What a runner begins tasks with. */
export interface BeginSite {
  readonly agents: Pick<ServedAgents, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
}

/** A task that begins: which agent has it, its first event, and when. */
export interface BegunTask {
  readonly served: ServedAgent;
  readonly first: TaskSubmitted;
  /** When the task begins, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Begins the task of a submission, which continues the completed task before it. Throws `RunnerError`
 * where there is no such agent.
 */
export function beginTask(
  { agents, clock, newId }: BeginSite,
  submission: Submission,
  before: Task | undefined,
): BegunTask {
  const served = agents.get(submission.agent);
  if (!served) throw unknownAgent(submission.agent);
  // After the task it continues, whatever the clock says: the newest is the one to continue.
  const at = Math.max(clock.now(), (before?.updatedAt ?? -1) + 1);
  return { served, first: firstEvent(submission, served, before, newId), at };
}

const NONE: readonly never[] = [];

function firstEvent(
  submission: Submission,
  served: ServedAgent,
  before: Task | undefined,
  newId: () => string,
): TaskSubmitted {
  const { principal, agent, contextId = newId() } = submission;
  const start = startOf(submission);
  return {
    type: 'task.submitted',
    taskId: newId(),
    contextId,
    agent,
    principal,
    coreVersion: CORE_VERSION,
    toolSite: start.toolSite ?? served.toolSite,
    limits: start.limits ? limitsFrom(start.limits, served.limits) : served.limits,
    seed: 0,
    loadPrompt: true,
    history: historyOf(submission, served, start, before),
    clientTools: start.clientTools ?? NONE,
    ...(start.instructions !== undefined && { instructions: start.instructions }),
    ...(served.toolsAllowed && { toolsAllowed: served.toolsAllowed }),
    ...(start.settings && { settings: start.settings }),
    ...(start.turn && { turn: start.turn }),
    ...(start.metadata && { metadata: start.metadata }),
    ...(start.delegation && { delegation: start.delegation }),
  };
}

/**
 * What the task continues. Where each message is answered by itself, instructions of the sender are left;
 * without a message, the sender's transcript is what is asked.
 */
function historyOf(
  { message, start: sent }: Submission,
  { history }: ServedAgent,
  start: StartOptions,
  before: Task | undefined,
): History {
  if (history !== 'none') return start.history ?? (before ? continuationOf(before) : NONE);
  const own = sent?.history ?? [];
  return message ? messagesOf(own).filter(({ role }) => role === 'system') : own;
}

/**
 * What the submission starts with: the sender's own options, then what the session of the context gives.
 * An empty transcript counts as none, because there is nothing in it to go on from.
 */
function startOf({ start = {}, inherited }: Submission): StartOptions {
  const turn = start.turn ?? inherited?.turn;
  const history = start.history?.length ? start.history : (inherited?.history ?? start.history);
  const settings = { ...turn?.settings, ...start.settings };
  const limits = { ...turn?.limits, ...start.limits };
  return {
    ...start,
    ...(turn && { turn }),
    ...(history && { history }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
