import {
  formatApprovalQuestion,
  listCallsAwaitingApproval,
  omitUndefined,
  parseApproval,
  type ApprovalDecision,
  type ContentPart,
  type QuestionAnswer,
  type Submission,
  type Task,
} from '#core';
import type { QuestionOptions } from '#engine/tools';
import type { OwnTask, OwnTasks } from '#engine/port';
import type { TaskReport } from './task-report.ts';

export type TaskAnswer = Pick<Submission, 'message' | 'approvals'>;

/** Sends an answer to a task. Throws `RunnerError` if the task accepts no more input. */
export function sendAnswer(
  tasks: OwnTasks,
  { id, origin }: Pick<Task, 'id' | 'origin'>,
  messageId: string,
  answer: TaskAnswer & Pick<Submission, 'entry'>,
): Promise<OwnTask> {
  return tasks.submit({ agent: origin.agent, taskId: id, messageId, ...answer });
}

/**
 * Lists the ids of the calls that wait for approval. A task that asks whether it may continue at
 * all lists none.
 */
export function listRequestedApprovals(task: Task): string[] {
  return task.parked ? [] : listCallsAwaitingApproval(task).map(({ call }) => call.id);
}

/** Returns undefined if the task waits for a sign-in, which only a remote page offers. */
export function buildQuestion({
  agent,
  state,
  question,
  approvals = [],
}: TaskReport): QuestionOptions | undefined {
  if (state !== 'input-required') return undefined;
  if (approvals.length === 0) return question;
  const calls = approvals.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) }));
  return {
    text: formatApprovalQuestion(calls, agent),
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
      required: ['answer'],
    },
  };
}

/** `waiting` lists the ids of the tool calls that the answer approves or denies. */
export function replyToTaskAnswer(
  { text, parts, data }: QuestionAnswer,
  waiting: readonly string[],
): TaskAnswer {
  if (waiting.length === 0) return { message: { role: 'user', content: parts ?? text } };
  const words = typeof data?.['answer'] === 'string' ? data['answer'] : text;
  const approved = parseApproval({ role: 'user', content: words });
  if (approved === undefined) return { message: { role: 'user', content: words } };
  return { approvals: waiting.map((callId) => ({ callId, approved })) };
}

export interface AnswerArguments {
  readonly task: string;
  readonly message?: string;
  readonly approvals?: readonly ApprovalArgument[];
  readonly files?: readonly FileArgument[];
}

interface ApprovalArgument extends Omit<ApprovalDecision, 'callId' | 'arguments' | 'scope'> {
  readonly call_id: string;
  readonly arguments?: object;
}

interface FileArgument {
  readonly name?: string;
  readonly media_type?: string;
  readonly data?: string;
  readonly url?: string;
}

/** Returns undefined if the arguments of the tool `answer_task` contain no answer. */
export function toTaskAnswerFromArguments({
  message,
  approvals = [],
  files = [],
}: AnswerArguments): TaskAnswer | undefined {
  const parts: readonly ContentPart[] = [
    ...(message === undefined ? [] : [{ type: 'text', text: message } as const]),
    ...files.flatMap(toFileParts),
  ];
  if (parts.length === 0 && approvals.length === 0) return undefined;
  const content = files.length === 0 && message !== undefined ? message : parts;
  return {
    ...(parts.length > 0 && { message: { role: 'user', content } }),
    ...(approvals.length > 0 && { approvals: approvals.map(toApprovalDecision) }),
  };
}

function toApprovalDecision(given: ApprovalArgument): ApprovalDecision {
  const { call_id: callId, approved, reason, arguments: args } = given;
  return omitUndefined({ callId, approved, reason, arguments: args && JSON.stringify(args) });
}

function toFileParts({
  name,
  media_type = 'application/octet-stream',
  data,
  url,
}: FileArgument): ContentPart[] {
  const place = data === undefined ? url : `data:${media_type};base64,${data}`;
  if (place === undefined) return [];
  const named = name === undefined ? {} : { filename: name };
  if (media_type.startsWith('image/')) {
    return [{ type: 'image_url', image_url: { url: place }, ...named }];
  }
  return [{ type: 'file', file: { url: place, media_type, ...named } }];
}
