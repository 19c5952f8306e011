import {
  answerOf,
  artifactsOf,
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callsAwaitingClient,
  callToMake,
  isInterrupted,
  readArguments,
  textOf,
  type FinalState,
  type JsonValue,
  type Question,
  type Task,
} from '../core/index.ts';

/** A task as a caller over the bridge sees it. */
export interface TaskReport {
  /** The handle of the task, in this process and in the next. */
  readonly task: string;
  readonly context: string;
  readonly agent: string;
  readonly state: 'working' | 'input-required' | 'auth-required' | FinalState;
  readonly answer?: string;
  readonly question?: ReportedQuestion;
  readonly approvals?: readonly ReportedApproval[];
  /** What the agent gave beside its words; the contents are blocks of the result. */
  readonly artifacts?: readonly { readonly id: string; readonly name?: string }[];
  readonly error?: string;
}

/** What the agent must know before it goes on. */
type ReportedQuestion = Pick<Question, 'text' | 'options' | 'schema'>;

/** A call that a person is to decide about. */
interface ReportedApproval {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: JsonValue;
  readonly reason?: string;
}

/** The report of a task; `isLocked` says that it waits for a person to sign in elsewhere. */
export function reportOf(task: Task, isLocked: boolean): TaskReport {
  const { id, contextId, origin } = task;
  const gifts = artifactsOf(task);
  return {
    task: id,
    context: contextId,
    agent: origin.agent,
    ...standOf(task, isLocked),
    ...(gifts.length > 0 && {
      artifacts: gifts.map(({ artifact_id, name }) => ({
        id: artifact_id,
        ...(name !== undefined && { name }),
      })),
    }),
  };
}

/** How a task ended at an agent elsewhere, by the failure of the task here. */
export const ENDS_ELSEWHERE: Readonly<Record<string, FinalState>> = {
  'task-canceled': 'canceled',
  'task-rejected': 'rejected',
};

type Stand = Pick<TaskReport, 'state' | 'answer' | 'question' | 'approvals' | 'error'>;

function standOf(task: Task, isLocked: boolean): Stand {
  const { end } = task;
  const answer = answerOf(task);
  if (end) {
    return {
      state: ENDS_ELSEWHERE[end.error?.code ?? ''] ?? end.state,
      ...(answer !== undefined && { answer }),
      ...(end.error && { error: end.error.message }),
    };
  }
  if (!isInterrupted(task)) return { state: 'working' };
  const approvals = approvalsOf(task);
  const question = questionOf(task);
  return {
    state: isLocked ? 'auth-required' : 'input-required',
    ...(question && { question }),
    ...(approvals.length > 0 && { approvals }),
  };
}

function approvalsOf(task: Task): ReportedApproval[] {
  return callsAwaitingApproval(task).map((call) => {
    const { id, function: called } = callToMake(call);
    const reason = call.judged?.reason;
    return {
      call_id: id,
      name: called.name,
      arguments: readArguments(called.arguments) ?? called.arguments,
      ...(reason !== undefined && { reason }),
    };
  });
}

/** The question that the next message answers. */
function questionOf(task: Task): ReportedQuestion | undefined {
  const [asking] = callsAwaitingAnswer(task);
  if (asking?.question) {
    const { state: _state, ...question } = asking.question;
    return question;
  }
  const last = task.entries?.last.message;
  if (task.model === 'asking' && last) return { text: textOf(last) };
  const names = callsAwaitingClient(task).map(({ call }) => call.function.name);
  if (names.length === 0) return undefined;
  return { text: `It waits for results of ${names.join(', ')}, which only its client can give.` };
}
