import { hash, randomUUID } from 'node:crypto';
import {
  listMessages,
  getFinalAnswer,
  getFinalOutput,
  isJsonObject,
  getText,
  type JsonObject,
  type Message,
  type Task,
} from '../../core/index.ts';
import { promptOfCall, type AgentTool } from '../../environment/index.ts';
import { toolError, withHeartbeat, type ToolCallContext } from '../../mcp/index.ts';
import { RunnerError, type Clock, type OwnTask, type OwnTasks } from '../../port/index.ts';
import { parseTraceparent, withTraceparent } from '../../trace/index.ts';

/** What calls of the tools of agents are answered with. */
export interface CallDesk {
  readonly clock: Clock;
  /** The tasks of a caller with one agent. */
  readonly tasksOf: (principal: string, agent: string) => OwnTasks;
  /** What a caller receives: the last words of the agent, or everything that was said. */
  readonly shows: 'answer' | 'turns';
}

/** Callers that wait see a sign of life this often. */
const HEARTBEAT_MS = 15_000;

/** A text in the form in which MCP returns it. */
type Told = {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  /** The answer as data, if the agent has an output schema of an object. */
  readonly structuredContent?: JsonObject;
};

/**
 * Makes a task of a call, in a context of its own, and returns the answer of the agent. The key of the call is
 * the id of the message, so that a call that is made again is the same task, whatever its prompt is by then.
 */
export async function answerCall(
  agentId: string,
  tool: AgentTool,
  args: JsonObject,
  context: ToolCallContext,
  desk: CallDesk,
): Promise<Told | ReturnType<typeof toolError>> {
  const content = promptOfCall(tool, args);
  try {
    const tasks = desk.tasksOf(principalOf(context), agentId);
    const { key, traceparent } = context;
    const metadata = withTraceparent(undefined, parseTraceparent(traceparent) && traceparent);
    const made = { agentId, tool, args, content, key, ...(metadata && { metadata }) };
    const own = await taskOf(made, tasks);
    return told(tool, await endOf(own, context, desk), desk);
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return toolError(sentence(`${tool.name} was not taken on: ${thrown.message}`));
  }
}

interface MadeCall {
  readonly agentId: string;
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly content: string;
  readonly key: string | undefined;
  /** The span of the caller, where there is one. */
  readonly metadata?: JsonObject;
}

/**
 * The task of a call. The context of a call with a key is made of key, tool and arguments, and finds the
 * task again where the prompt of the tool has changed since. Throws `RunnerError`.
 */
async function taskOf(
  { agentId: agent, tool, args, content, key, metadata }: MadeCall,
  tasks: OwnTasks,
): Promise<OwnTask> {
  const said = {
    agent,
    message: { role: 'user', content } as const,
    ...(metadata && { start: { metadata } }),
  };
  if (key === undefined) return tasks.submit({ ...said, messageId: randomUUID() });
  const contextId = `call-${hash('sha256', JSON.stringify([key, tool.name, args]), 'base64url')}`;
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

/** The task as it is once it has ended, would wait for a person, or has lost its caller. */
async function endOf(own: OwnTask, context: ToolCallContext, desk: CallDesk): Promise<Task> {
  const { signal, key } = context;
  let beats = 0;
  const beat = (): void => {
    beats += 1;
    void context.progress(beats);
  };
  const task = await withHeartbeat(own.waitUntilSettled(signal), beat, HEARTBEAT_MS, desk.clock);
  if (task.end) return task;
  // A caller whose connection broke off can ask for the same task again, where it gave a key.
  const isLost = signal.aborted && key !== undefined && !isCalledOff(signal);
  if (!isLost) await own.cancel();
  return task;
}

/** Whether a caller said that it wants no answer; a connection that is lost says nothing. */
function isCalledOff({ reason }: AbortSignal): boolean {
  return !(reason instanceof Error) || reason.name === 'AbortError';
}

function told(
  tool: AgentTool,
  task: Task,
  { shows }: CallDesk,
): Told | ReturnType<typeof toolError> {
  const answer = getFinalAnswer(task);
  const turns = shows === 'turns' ? turnsOf(task) : [];
  if (answer !== undefined) {
    const output = getFinalOutput(task);
    const content = blocks([...turns, answer]);
    return isJsonObject(output) ? { content, structuredContent: output } : { content };
  }
  const failure = toolError(sentence(`${tool.name} ${failureOf(task)}`));
  return { ...failure, content: [...blocks(turns), ...failure.content] };
}

function blocks(texts: readonly string[]) {
  return texts.map((text) => ({ type: 'text', text }) as const);
}

function failureOf({ end, state, calls }: Task): string {
  if (end?.error) return `failed: ${end.error.message}`;
  if (end) return `gave no answer: its task was ${end.state}`;
  if (state !== 'input-required') return 'was called off';
  const question = calls.find((call) => call.question)?.question;
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

/** The name of the caller, which the server found out. */
function principalOf({ mcp }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? '';
}

const LONGEST = 1000;

/** A failure in one line that a model can read. */
function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} …`;
}
