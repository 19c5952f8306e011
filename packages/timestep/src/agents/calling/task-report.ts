import {
  type Artifact,
  listCallsAwaitingClient,
  omitUndefined,
  buildFullTaskOutcome,
  parseArguments,
  type FinalState,
  type JsonValue,
  type PendingApproval,
  type Question,
  type Task,
  type TaskOutcome,
} from '#core';
import { describeTaskOmissions, describeTaskWait } from '#engine/port';
import type { ToolFnContext } from '#engine/tools';

/** Report on a task of a called agent, as the caller of the agent receives it. */
export interface TaskReport {
  /** Id of the called task, which stays valid after a restart. */
  readonly task: string;
  readonly context: string;
  readonly agent: string;
  readonly state: 'working' | 'input-required' | 'auth-required' | FinalState;
  /** Why a working task makes no progress at the moment. */
  readonly waits?: string;
  /** What the model of the called agent could not read, because its provider refused it. */
  readonly left_out?: string;
  readonly answer?: string;
  readonly question?: Pick<Question, 'text' | 'options' | 'schema'>;
  /** Tool calls that a person must approve or deny. */
  readonly approvals?: readonly ReportedApproval[];
  /** Artifacts of the task; their contents are separate content blocks of the result. */
  readonly artifacts?: readonly { readonly id: string; readonly name?: string }[];
  readonly error?: string;
}

interface ReportedApproval extends Omit<PendingApproval, 'arguments'> {
  readonly arguments: JsonValue;
}

export type CalledTask = Pick<TaskReport, 'task' | 'context' | 'agent'>;

export function taskToCalledTask({ id, contextId, origin }: Task): CalledTask {
  return { task: id, context: contextId, agent: origin.agent };
}

/** Final state of a task at a remote agent, by the error code of the local task. */
const REMOTE_FINAL_STATES: Readonly<Record<string, FinalState>> = {
  'task-canceled': 'canceled',
  'task-rejected': 'rejected',
};

/**
 * Converts the outcome of a task to a report. `isLocked`: a user must sign in at the remote agent.
 */
export function outcomeToReport(
  called: CalledTask,
  { state, text, question, approvals = [], artifacts = [], error }: TaskOutcome,
  isLocked: boolean,
): TaskReport {
  const waits = state === 'input-required';
  const given = artifacts.map(({ artifact_id: id, name }) => omitUndefined({ id, name }));
  return omitUndefined({
    ...called,
    state: getReportState(state, error?.code, isLocked),
    answer: text,
    question: waits ? question : undefined,
    approvals: waits && approvals.length > 0 ? approvals.map(toReportedApproval) : undefined,
    artifacts: given.length > 0 ? given : undefined,
    error: error?.message,
  });
}

/** Converts a task to a report without limiting the size of its text. */
export function taskToReport(task: Task, needsSignIn: boolean): TaskReport {
  const outcome = {
    ...omitUndefined({ question: buildClientToolQuestion(task) }),
    ...buildFullTaskOutcome(task),
  };
  const report = outcomeToReport(taskToCalledTask(task), outcome, needsSignIn);
  const waits = describeTaskWait(task);
  const left_out = describeTaskOmissions(task);
  return waits === undefined && left_out === undefined
    ? report
    : { ...report, ...omitUndefined({ waits, left_out }) };
}

function getReportState(
  state: TaskOutcome['state'],
  failure: string | undefined,
  isLocked: boolean,
): TaskReport['state'] {
  if (state === 'submitted' || state === 'working') return 'working';
  if (state === 'input-required') return isLocked ? 'auth-required' : 'input-required';
  return REMOTE_FINAL_STATES[failure ?? ''] ?? state;
}

function toReportedApproval({ arguments: given, ...approval }: PendingApproval): ReportedApproval {
  return { ...approval, arguments: parseArguments(given) ?? given };
}

function buildClientToolQuestion(task: Task): TaskReport['question'] {
  const names = listCallsAwaitingClient(task).map(({ call }) => call.function.name);
  if (names.length === 0) return undefined;
  return { text: `It waits for results of ${names.join(', ')}, which only its client can give.` };
}

/** Adds the task id to the ids of artifacts, because two agents can choose the same id. */
export function addArtifactsToResult(
  give: ToolFnContext['give'],
  taskId: string | undefined,
  artifacts: readonly Artifact[],
): void {
  const scope = taskId === undefined ? '' : `${taskId}/`;
  for (const artifact of artifacts)
    give({ ...artifact, artifact_id: scope + artifact.artifact_id });
}
