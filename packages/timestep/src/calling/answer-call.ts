import { randomUUID } from 'node:crypto';
import { listMessages, getText, type JsonObject, type Message, type Task } from '../core/index.ts';
import { promptOfCall, type AgentTool } from '../environment/index.ts';
import { toolError, type ToolCallContext } from '../mcp/index.ts';
import { RunnerError, type Clock, type OwnTask, type OwnTasks } from '../port/index.ts';
import { parseTraceparent, withTraceparent } from '../trace/index.ts';
import { withHeartbeat } from './heartbeat.ts';
import { cancelForNobody, principalOf } from './hold.ts';
import { stableId } from './stable-id.ts';
import { reportOfTask, type TaskReport } from './task-report.ts';

/** Dependencies of {@link answerCall}. */
export interface AnswerCallDeps {
  readonly clock: Clock;
  /** Returns the tasks of one principal with one agent. */
  readonly tasksOf: (principal: string, agent: string) => OwnTasks;
  /**
   * Content of the result: `answer` is the agent's final answer, `turns` is the whole conversation.
   */
  readonly shows: 'answer' | 'turns';
}

/** A text result in MCP form. */
type TextResult = { readonly content: readonly { readonly type: 'text'; readonly text: string }[] };

/**
 * Turns a tool call into a task in a new context, and returns the agent's answer. The key of the
 * call is the message id, so that a repeated call finds the same task even if the prompt of the
 * tool has changed.
 */
export async function answerCall(
  agentId: string,
  tool: AgentTool,
  args: JsonObject,
  context: ToolCallContext,
  deps: AnswerCallDeps,
): Promise<TextResult | ReturnType<typeof toolError>> {
  const content = promptOfCall(tool, args);
  try {
    const tasks = deps.tasksOf(principalOf(context), agentId);
    const { key, traceparent } = context;
    const metadata = withTraceparent(undefined, parseTraceparent(traceparent) && traceparent);
    const request = { agentId, tool, args, content, key, ...(metadata && { metadata }) };
    const own = await taskOf(request, tasks);
    return resultOf(tool, await endOf(own, context, deps), deps);
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return toolError(sentence(`${tool.name} was not taken on: ${thrown.message}`));
  }
}

interface TaskRequest {
  readonly agentId: string;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly content: string;
  readonly key: string | undefined;
  /** Metadata with the caller's trace span. Undefined if the caller sent no span. */
  readonly metadata?: JsonObject;
}

/**
 * Starts the task of a call, or finds it if the call is repeated. The context id of a call with a
 * key is derived from key, tool and arguments, so that the task is found even if the prompt of the
 * tool has changed. Throws `RunnerError`.
 */
async function taskOf(
  { agentId: agent, tool, args, content, key, metadata }: TaskRequest,
  tasks: OwnTasks,
): Promise<OwnTask> {
  const said = {
    agent,
    message: { role: 'user', content } as const,
    ...(metadata && { start: { metadata } }),
  };
  if (key === undefined) return tasks.submit({ ...said, messageId: randomUUID() });
  const contextId = stableId(JSON.stringify([key, tool.name, args]));
  try {
    return await tasks.submit({ ...said, messageId: key, contextId });
  } catch (thrown) {
    const isRepeated = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    const [before] = isRepeated ? (await tasks.list({ contextId, pageSize: 1 })).tasks : [];
    const own = before && (await tasks.find(before.id));
    if (own) return own;
    throw thrown;
  }
}

/**
 * Waits until the task has ended. Cancels the task if it needs a person's input or if its caller
 * disconnects.
 */
async function endOf(own: OwnTask, context: ToolCallContext, deps: AnswerCallDeps): Promise<Task> {
  const { signal } = context;
  const task = await withHeartbeat(context, { clock: deps.clock }, () =>
    own.waitUntilSettled(signal),
  );
  if (task.end) return task;
  if (signal.aborted) await cancelForNobody(own, context, { heedsCancel: true });
  else await own.cancel();
  return task;
}

function resultOf(tool: AgentTool, task: Task, { shows }: AnswerCallDeps) {
  const report = reportOfTask(task, false);
  const turns = shows === 'turns' ? turnsOf(task) : [];
  if (report.answer !== undefined) return { content: blocks([...turns, report.answer]) };
  const failure = toolError(sentence(`${tool.name} ${failureOf(report)}`));
  return { ...failure, content: [...blocks(turns), ...failure.content] };
}

function blocks(texts: readonly string[]) {
  return texts.map((text) => ({ type: 'text', text }) as const);
}

function failureOf({ state, error, question }: TaskReport): string {
  if (error !== undefined) return `failed: ${error}`;
  if (state === 'working') return 'was called off';
  if (state !== 'input-required') return `gave no answer: its task was ${state}`;
  return `needs a person, who cannot be asked here${question ? `: ${question.text}` : ''}`;
}

/** Lists all messages and tool calls of a task as text, in order. */
function turnsOf(task: Task): string[] {
  return listMessages(task).flatMap((message) => [
    ...(getText(message) === '' ? [] : [`${message.role}: ${getText(message)}`]),
    ...callsIn(message),
  ]);
}

function callsIn(message: Message): string[] {
  const { tool_calls = [] } = message.role === 'assistant' ? message : {};
  return tool_calls.map(({ function: called }) => `call: ${called.name} ${called.arguments}`);
}

const LONGEST = 1000;

/** Shortens an error to one line of at most 1,000 characters, for a model to read. */
function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} …`;
}
