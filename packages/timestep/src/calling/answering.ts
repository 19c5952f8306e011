import {
  parseApproval,
  type ApprovalDecision,
  type ContentPart,
  type QuestionAnswer,
  type Submission,
  type Task,
} from '../core/index.ts';
import type { QuestionOptions } from '../environment/index.ts';
import type { OwnTask, OwnTasks } from '../port/index.ts';
import type { TaskReport } from './task-report.ts';

/** What goes to a task that waits. */
export type TaskAnswer = Pick<Submission, 'message' | 'approvals'>;

/** Sends an answer to a task that waits. Throws `RunnerError` if the task accepts nothing more. */
export function sendAnswer(
  tasks: OwnTasks,
  { id, origin }: Pick<Task, 'id' | 'origin'>,
  messageId: string,
  answer: TaskAnswer,
): Promise<OwnTask> {
  return tasks.submit({ agent: origin.agent, taskId: id, messageId, ...answer });
}

/**
 * The question for a person in place of the report of a task that waits; `undefined` if the caller must not
 * ask: a person signs in elsewhere, never in a form of ours.
 */
export function buildQuestion({
  agent,
  state,
  question,
  approvals = [],
}: TaskReport): QuestionOptions | undefined {
  if (state !== 'input-required') return undefined;
  if (approvals.length === 0) return question;
  const calls = approvals.map(({ name, arguments: args, reason }) => {
    const why = reason === undefined ? '' : ` (${reason})`;
    return `${name}(${JSON.stringify(args)})${why}`;
  });
  return {
    text: `May ${agent} call ${calls.join(' and ')}?`,
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
      required: ['answer'],
    },
  };
}

/** A person's answer to that question; `waiting` are the ids of the calls that it decides about. */
export function toTaskAnswer(
  { text, parts, data }: QuestionAnswer,
  waiting: readonly string[],
): TaskAnswer {
  if (waiting.length === 0) return { message: { role: 'user', content: parts ?? text } };
  const words = typeof data?.['answer'] === 'string' ? data['answer'] : text;
  const approved = parseApproval({ role: 'user', content: words });
  if (approved === undefined) return { message: { role: 'user', content: words } };
  return { approvals: waiting.map((callId) => ({ callId, approved })) };
}

/** The arguments of `answer_task`, as its schema has checked them. */
export interface AnswerArguments {
  readonly task: string;
  readonly message?: string;
  readonly approvals?: readonly {
    readonly call_id: string;
    readonly approved: boolean;
    readonly reason?: string;
    readonly arguments?: object;
  }[];
  readonly files?: readonly GivenFile[];
}

interface GivenFile {
  readonly name?: string;
  readonly media_type?: string;
  readonly data?: string;
  readonly url?: string;
}

/** The answer in the arguments of `answer_task`; `undefined` if it is empty. */
export function readAnswer({
  message,
  approvals = [],
  files = [],
}: AnswerArguments): TaskAnswer | undefined {
  const parts: readonly ContentPart[] = [
    ...(message === undefined ? [] : [{ type: 'text', text: message } as const]),
    ...files.flatMap(filePart),
  ];
  if (parts.length === 0 && approvals.length === 0) return undefined;
  const content = files.length === 0 && message !== undefined ? message : parts;
  return {
    ...(parts.length > 0 && { message: { role: 'user', content } }),
    ...(approvals.length > 0 && { approvals: approvals.map(decisionOf) }),
  };
}

function decisionOf(given: NonNullable<AnswerArguments['approvals']>[number]): ApprovalDecision {
  const { call_id: callId, approved, reason, arguments: args } = given;
  return {
    callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(args && { arguments: JSON.stringify(args) }),
  };
}

function filePart({
  name,
  media_type = 'application/octet-stream',
  data,
  url,
}: GivenFile): ContentPart[] {
  const place = data === undefined ? url : `data:${media_type};base64,${data}`;
  if (place === undefined) return [];
  const named = name === undefined ? {} : { filename: name };
  if (media_type.startsWith('image/')) {
    return [{ type: 'image_url', image_url: { url: place }, ...named }];
  }
  return [{ type: 'file', file: { url: place, media_type, ...named } }];
}
