import { randomUUID } from 'node:crypto';
import { listMessages, getText, type JsonObject, type Message, type Task } from '../core/index.ts';
import { promptOfCall, type AgentTool } from '../environment/index.ts';
import { createToolError, type ToolCallContext } from '../mcp/index.ts';
import { RunnerError, type Clock, type OwnTask, type OwnTasks } from '../port/index.ts';
import { parseTraceparent, withTraceparent } from '../trace/index.ts';
import { withHeartbeat } from './heartbeat.ts';
import { cancelForNobody, principalOf } from './hold.ts';
import { stableId } from './stable-id.ts';
import { reportOfTask, type TaskReport } from './task-report.ts';

/** What answering calls of the tools of agents needs. */
export interface AnswerCallDeps {
  readonly clock: Clock;
  /** The tasks of a caller with one agent. */
  readonly tasksOf: (principal: string, agent: string) => OwnTasks;
  /** What a caller receives: the last words of the agent, or everything that was said. */
  readonly shows: 'answer' | 'turns';
}

/** A text in the form in which MCP returns it. */
type TextResult = { readonly content: readonly { readonly type: 'text'; readonly text: string }[] };

/**
 * Makes a task of a call, in a context of its own, and returns the answer of the agent. The key of the call is
 * the id of the message, so that a call that is made again is the same task, whatever its prompt is by then.
 */
export async function answerCall(
  agentId: string,
  tool: AgentTool,
  args: JsonObject,
  context: ToolCallContext,
  deps: AnswerCallDeps,
): Promise<TextResult | ReturnType<typeof createToolError>> {
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
    return createToolError(sentence(`${tool.name} was not taken on: ${thrown.message}`));
  }
}

interface TaskRequest {
  readonly agentId: string;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly content: string;
  readonly key: string | undefined;
  /** The span of the caller, if there is one. */
  readonly metadata?: JsonObject;
}

/**
 * The task of a call. The context of a call with a key is made of key, tool and arguments, and finds the
 * task again if the prompt of the tool has changed since. Throws `RunnerError`.
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

/** The task once it has ended, would wait for a person, or has lost its caller. */
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
  const failure = createToolError(sentence(`${tool.name} ${failureOf(report)}`));
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

/** Everything that was said in a task, in order. */
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

/** A failure in one line that a model can read. */
function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} …`;
}
