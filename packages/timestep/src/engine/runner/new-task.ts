import {
  decideAcceptance,
  apply,
  buildHistoryForNextTask,
  CORE_VERSION,
  listOmittedTools,
  resolveLimits,
  historyToMessages,
  type NumberedEvent,
  type StartOptions,
  type Submission,
  type Task,
  type TaskEvent,
  type TaskSubmitted,
  type History,
} from '#core';
import { RunnerError, type Clock, type ServedAgent, type ServedAgents } from '#engine/port';
import { createUnknownAgentError } from './agent-placeholder.ts';

/** Dependencies of a runner that starts tasks. */
export interface StartTaskDeps {
  readonly agents: Pick<ServedAgents, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
}

/** A new task: its agent, first event and start time. */
export interface NewTask {
  readonly served: ServedAgent;
  readonly first: TaskSubmitted;
  /** Start time of the task in milliseconds since the epoch. */
  readonly at: number;
}

/** Creates the task of a submission. It continues `previous`, if given. Throws `RunnerError`. */
export function createNewTask(
  { agents, clock, newId }: StartTaskDeps,
  submission: Submission,
  previous: Task | undefined,
): NewTask {
  const served = agents.get(submission.agent);
  if (!served) throw createUnknownAgentError(submission.agent);
  // The start time is not before the end of the previous task, even if the clock was set back.
  const at = Math.max(clock.now(), (previous?.updatedAt ?? -1) + 1);
  return { served, first: buildFirstEvent(submission, served, previous, newId), at };
}

const EMPTY_LIST: readonly never[] = [];

function buildFirstEvent(
  submission: Submission,
  served: ServedAgent,
  previous: Task | undefined,
  newId: () => string,
): TaskSubmitted {
  const { principal, agent, contextId = newId(), entry } = submission;
  const start = mergeStartOptions(submission);
  const omittedTools = previous && listOmittedTools(previous);
  return {
    type: 'task.submitted',
    taskId: start.taskId ?? newId(),
    contextId,
    agent,
    principal,
    coreVersion: CORE_VERSION,
    toolSite: start.toolSite ?? served.toolSite,
    limits: start.limits ? resolveLimits(start.limits, served.limits) : served.limits,
    seed: 0,
    loadPrompt: true,
    history: chooseHistory(submission, served, start, previous),
    clientTools: start.clientTools ?? EMPTY_LIST,
    ...(start.instructions !== undefined && { instructions: start.instructions }),
    ...(served.toolsAllowed && { toolsAllowed: served.toolsAllowed }),
    ...(omittedTools && { omittedTools }),
    ...(start.settings && { settings: start.settings }),
    ...(start.turn && { turn: start.turn }),
    ...(start.metadata && { metadata: start.metadata }),
    ...(entry && { entry }),
    ...(start.delegation && { delegation: start.delegation }),
    ...(start.forkedFrom && { forkedFrom: start.forkedFrom }),
  };
}

/**
 * Chooses the history of a new task. For an agent that keeps no history: the sender's system messages,
 * or the whole sent transcript if there is no new message.
 */
function chooseHistory(
  { message, start: sent }: Submission,
  { history }: ServedAgent,
  start: StartOptions,
  previous: Task | undefined,
): History {
  if (history !== 'none')
    return start.history ?? (previous ? buildHistoryForNextTask(previous) : EMPTY_LIST);
  const own = sent?.history ?? [];
  return message ? historyToMessages(own).filter(({ role }) => role === 'system') : own;
}

/**
 * Merges the sender's start options with those of the session. An empty transcript counts as none.
 */
function mergeStartOptions({ start = {}, inherited }: Submission): StartOptions {
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

/**
 * Throws `RunnerError` if a submission chooses an id for its task that another task already has.
 */
export function checkNewTaskId({ start }: Submission, isTaken: (id: string) => boolean): void {
  if (start?.taskId === undefined || !isTaken(start.taskId)) return;
  throw new RunnerError(
    'duplicate-message',
    `there is already a task ${start.taskId}: choose another id`,
  );
}

/** Returns a new task and the events up to its first message. Throws `RunnerError`. */
export function applyFirstEvents(
  origin: TaskSubmitted,
  at: number,
  submission: Submission,
): { readonly task: Task; readonly events: readonly NumberedEvent[] } {
  const first = { ...origin, generation: 1, at };
  const events: NumberedEvent[] = [first];
  let task = apply(undefined, first);
  for (const event of acceptOrThrow(task, submission)) {
    const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
    events.push(numbered);
    task = apply(task, numbered);
  }
  return { task, events };
}

/** Returns the events that record a submission. Throws `RunnerError` if the task refuses it. */
export function acceptOrThrow(task: Task, submission: Submission): readonly TaskEvent[] {
  const acceptance = decideAcceptance(task, submission);
  if (acceptance.accepted) return acceptance.events;
  throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
}
