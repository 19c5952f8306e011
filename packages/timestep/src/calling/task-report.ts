import {
  listCallsAwaitingClient,
  buildFullTaskOutcome,
  parseArguments,
  type FinalState,
  type JsonValue,
  type Question,
  type Task,
  type TaskOutcome,
} from '../core/index.ts';

/** A task of another agent as its caller sees it. */
export interface TaskReport {
  /** The handle of the task, in this process and in the next. */
  readonly task: string;
  readonly context: string;
  readonly agent: string;
  readonly state: 'working' | 'input-required' | 'auth-required' | FinalState;
  readonly answer?: string;
  readonly question?: Pick<Question, 'text' | 'options' | 'schema'>;
  /** Calls that a person is to decide about. */
  readonly approvals?: readonly ReportedApproval[];
  /** What the agent gave beside its words; the contents are blocks of the result. */
  readonly artifacts?: readonly { readonly id: string; readonly name?: string }[];
  readonly error?: string;
}

interface ReportedApproval {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: JsonValue;
  readonly reason?: string;
}

/** The task of another agent that a call is about. */
export type CalledTask = Pick<TaskReport, 'task' | 'context' | 'agent'>;

export function calledTask({ id, contextId, origin }: Task): CalledTask {
  return { task: id, context: contextId, agent: origin.agent };
}

/** How a task ended at an agent elsewhere, by the failure of the task here. */
const ENDS_ELSEWHERE: Readonly<Record<string, FinalState>> = {
  'task-canceled': 'canceled',
  'task-rejected': 'rejected',
};

/**
 * Reports on a task by its outcome, which is the same when a call is made again. `isLocked` says that the task
 * waits for a person to sign in elsewhere.
 */
export function reportOf(
  called: CalledTask,
  { state, text, question, approvals = [], artifacts = [], error }: TaskOutcome,
  isLocked: boolean,
): TaskReport {
  const waits = state === 'input-required';
  return {
    ...called,
    state: reportedState(state, error?.code, isLocked),
    ...(text !== undefined && { answer: text }),
    ...(waits && question && { question }),
    ...(waits && approvals.length > 0 && { approvals: approvals.map(reportedApproval) }),
    ...(artifacts.length > 0 && {
      artifacts: artifacts.map(({ artifact_id: id, name }) => ({
        id,
        ...(name !== undefined && { name }),
      })),
    }),
    ...(error && { error: error.message }),
  };
}

/** Reports on a task of this runner, whatever the size of what it holds. */
export function reportOfTask(task: Task, isLocked: boolean): TaskReport {
  const outcome = buildFullTaskOutcome(task);
  const question = outcome.question ?? questionOfClient(task);
  return reportOf(calledTask(task), { ...outcome, ...(question && { question }) }, isLocked);
}

function reportedState(
  state: TaskOutcome['state'],
  failure: string | undefined,
  isLocked: boolean,
): TaskReport['state'] {
  switch (state) {
    case 'submitted':
    case 'working':
      return 'working';
    case 'input-required':
      return isLocked ? 'auth-required' : 'input-required';
    case 'completed':
    case 'failed':
    case 'canceled':
    case 'rejected':
      return ENDS_ELSEWHERE[failure ?? ''] ?? state;
  }
}

function reportedApproval({
  arguments: given,
  ...approval
}: NonNullable<TaskOutcome['approvals']>[number]): ReportedApproval {
  return { ...approval, arguments: parseArguments(given) ?? given };
}

/** What to say of a task that waits for results of calls. */
function questionOfClient(task: Task): TaskReport['question'] {
  const names = listCallsAwaitingClient(task).map(({ call }) => call.function.name);
  if (names.length === 0) return undefined;
  return { text: `It waits for results of ${names.join(', ')}, which only its client can give.` };
}
