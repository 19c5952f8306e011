import type {
  CallResult,
  JsonObject,
  Message,
  StartOptions,
  Submission,
  Task,
  ToolSite,
} from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';
import { madeIn } from '../wire/message-id.ts';
import type { InputMessage, RunInput } from '../wire/run-input.ts';
import { answersIn } from './resume.ts';
import { transcriptFrom, userMessage } from './transcript.ts';

/** What the submissions of a run have in common. */
export interface Asking {
  readonly agent: string;
  readonly input: RunInput;
  /** The span that led to the request (W3C Trace Context). */
  readonly traceparent?: string;
  /** Where the agent's own tools run; absent: as the agent is served. */
  readonly toolSite?: ToolSite;
}

type Sent = Omit<Submission, 'principal'>;

/**
 * The messages of a run without those that the run itself has shown: a client that asks for a run again
 * may hold some of them.
 */
export function messagesBefore({ messages, runId }: RunInput): readonly InputMessage[] {
  return messages.filter(({ id }) => madeIn(id)?.runId !== runId);
}

/**
 * The task that a run may go on with: the one whose interrupts it answers, or the one that gave the last
 * reply of the conversation.
 */
export function taskIdIn(input: RunInput): string | undefined {
  const answers = answersIn(input.resume);
  if (answers) return answers.taskId;
  const reply = messagesBefore(input).findLast(({ role }) => role === 'assistant');
  return reply && madeIn(reply.id)?.taskId;
}

/**
 * What goes to the task that a run may go on with: answers, results of the application's tools, and what
 * the person said since. `undefined` where there is nothing new.
 */
export function submissionTo(asking: Asking, task: Task): Sent | undefined {
  const { agent, input } = asking;
  const answers = answersIn(input.resume);
  const messages = messagesBefore(input);
  const newest = messages.findLastIndex(({ role }) => role === 'assistant');
  const results = resultsFor(task, messages.slice(newest));
  const said = messages.slice(newest + 1).filter((one) => one.role === 'user');
  const [words] = said;
  if (answers?.message && words) {
    const problem = 'comes beside the answer to a question: send it with the next run';
    throw invalidField(words.path, problem);
  }
  const spoken = words && userMessage(said.map(({ content }) => content));
  const message = answers?.message ?? spoken;
  const approvals = answers?.approvals ?? [];
  if (!message && results.length === 0 && approvals.length === 0) return undefined;
  return {
    agent,
    messageId: input.runId,
    taskId: task.id,
    ...(results.length > 0 && { results }),
    ...(approvals.length > 0 && { approvals }),
    ...(message && { message }),
    ...metadataOf(tracedOf(asking)),
  };
}

/** The results of calls that are the application's; others were made by the agent itself. */
function resultsFor({ origin }: Task, [reply, ...after]: readonly InputMessage[]): CallResult[] {
  if (reply?.role !== 'assistant') return [];
  const own = new Set(origin.clientTools.map((tool) => tool.function.name));
  const asked = new Set(reply.calls.flatMap(({ id, name }) => (own.has(name) ? [id] : [])));
  const results = after.flatMap((one): CallResult[] => {
    if (one.role !== 'tool' || !asked.delete(one.callId)) return [];
    const { callId, content: output, isError } = one;
    return [{ callId, output, ...(isError && { isError }) }];
  });
  return results;
}

/** What begins a task: the whole conversation, as the application keeps it. */
export function newSubmission(asking: Asking): Sent {
  const { agent, input, toolSite } = asking;
  const messages = messagesBefore(input);
  const last = messages.at(-1);
  const said = last?.role === 'user' ? last : undefined;
  const start: StartOptions = {
    history: [...transcriptFrom(said ? messages.slice(0, -1) : messages), ...contextOf(input)],
    clientTools: input.tools,
    ...(toolSite && { toolSite }),
    metadata: { run_id: input.runId, ...input.remarks, ...tracedOf(asking) },
  };
  return {
    agent,
    messageId: input.runId,
    contextId: input.threadId,
    ...(said && { message: userMessage([said.content]) }),
    start,
  };
}

/** What the application wants the model to know, as a message of the system. */
function contextOf({ context }: RunInput): readonly Message[] {
  if (context.length === 0) return [];
  const lines = context.map(({ description, value }) => `- ${description}: ${value}`);
  return [{ role: 'system', content: `What the application knows:\n${lines.join('\n')}` }];
}

function tracedOf({ traceparent }: Asking): JsonObject {
  return traceparent === undefined ? {} : { traceparent };
}

function metadataOf(metadata: JsonObject): Pick<Sent, 'metadata'> {
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
