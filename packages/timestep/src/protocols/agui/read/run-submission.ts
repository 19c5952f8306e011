import {
  omitUndefined,
  type CallResult,
  type Message,
  type Submission,
  type Task,
  type ToolLocation,
} from '#core';
import { createInvalidFieldError } from '../wire/agui-error.ts';
import { parseInterruptId } from '../wire/interrupt-id.ts';
import { parseMessageId } from '../wire/message-id.ts';
import type { InputMessage, RunInput } from '../wire/run-input.ts';
import { readInterruptAnswers } from './interrupt-answers.ts';
import { messagesToTranscript, mergeUserMessages } from './messages-to-transcript.ts';

export interface RunRequest {
  readonly agent: string;
  readonly input: RunInput;
  /** Message id under which the run is accepted once: the run's id, or the ids of thread and run. */
  readonly messageId: string;
  readonly traceparent?: string;
  /** Where the agent's own tools run. Default: the agent's setting. */
  readonly toolSite?: ToolLocation;
}

type RunSubmission = Omit<Submission, 'principal'>;

/**
 * Lists the messages before a run. The input of a repeated run may include messages that the run created, and some clients
 * make a result of the answer to an approval, although the call has not run yet.
 */
export function listEarlierMessages({
  messages,
  resume,
  runId,
}: RunInput): readonly InputMessage[] {
  const approved = new Set(resume.map(({ interruptId }) => findApprovalCallId(interruptId)));
  return messages.filter(
    (message) =>
      parseMessageId(message.id)?.runId !== runId &&
      !(message.role === 'tool' && approved.has(message.callId)),
  );
}

function findApprovalCallId(interruptId: string): string | undefined {
  const asked = parseInterruptId(interruptId);
  return asked?.kind === 'approval' ? asked.callId : undefined;
}

/** Finds the task that a run continues: the task whose interrupts it answers, or of the last assistant message. */
export function findContinuedTaskId(input: RunInput): string | undefined {
  const answers = readInterruptAnswers(input.resume);
  if (answers) return answers.taskId;
  const reply = listEarlierMessages(input).findLast(({ role }) => role === 'assistant');
  return reply && parseMessageId(reply.id)?.taskId;
}

/**
 * Builds the submission that continues a task: answers, tool results and user messages since the last reply.
 * Undefined if there are none.
 */
export function buildContinuation(run: RunRequest, task: Task): RunSubmission | undefined {
  const { agent, input } = run;
  const answers = readInterruptAnswers(input.resume);
  const messages = listEarlierMessages(input);
  const newest = messages.findLastIndex(({ role }) => role === 'assistant');
  const results = collectClientResults(task, messages.slice(newest));
  const said = messages.slice(newest + 1).filter((one) => one.role === 'user');
  const [words] = said;
  if (answers?.message && words) {
    const problem =
      'must not be sent together with the answer to a question: send it with the next run';
    throw createInvalidFieldError(words.path, problem);
  }
  const spoken = words && mergeUserMessages(said.map(({ content }) => content));
  const message = answers?.message ?? spoken;
  const approvals = answers?.approvals ?? [];
  if (!message && results.length === 0 && approvals.length === 0) return undefined;
  return omitUndefined({
    agent,
    messageId: run.messageId,
    taskId: task.id,
    entry: 'agui' as const,
    results: results.length > 0 ? results : undefined,
    approvals: approvals.length > 0 ? approvals : undefined,
    message,
    metadata: run.traceparent === undefined ? undefined : { traceparent: run.traceparent },
  });
}

/** Collects results of calls that the client executed, but not of calls that the agent itself executed. */
function collectClientResults(
  { origin }: Task,
  [reply, ...after]: readonly InputMessage[],
): CallResult[] {
  if (reply?.role !== 'assistant') return [];
  const own = new Set(origin.clientTools.map((tool) => tool.function.name));
  const asked = new Set(reply.calls.flatMap(({ id, name }) => (own.has(name) ? [id] : [])));
  return after.flatMap((one): CallResult[] => {
    if (one.role !== 'tool' || !asked.delete(one.callId)) return [];
    const { callId, content: output, isError } = one;
    return [{ callId, output, ...(isError && { isError }) }];
  });
}

/** Builds the submission of a new task, with the whole conversation that the application sent. */
export function buildNewSubmission(run: RunRequest): RunSubmission {
  const { agent, input, toolSite, traceparent } = run;
  const { runId, threadId, metadata } = input;
  const messages = listEarlierMessages(input);
  const last = messages.at(-1);
  const said = last?.role === 'user' ? last : undefined;
  const earlier = messagesToTranscript(said ? messages.slice(0, -1) : messages);
  return omitUndefined({
    agent,
    messageId: run.messageId,
    contextId: threadId,
    message: said && mergeUserMessages([said.content]),
    entry: 'agui' as const,
    start: omitUndefined({
      history: [...earlier, ...contextToMessages(input)],
      clientTools: input.tools,
      toolSite,
      metadata: { run_id: runId, ...metadata, ...omitUndefined({ traceparent }) },
    }),
  });
}

function contextToMessages({ context }: RunInput): readonly Message[] {
  if (context.length === 0) return [];
  const lines = context.map(({ description, value }) => `- ${description}: ${value}`);
  return [{ role: 'system', content: `What the application knows:\n${lines.join('\n')}` }];
}
