import {
  describeIdProblem,
  omitUndefined,
  type EntryPoint,
  type JsonObject,
  type Replay,
  type StartOptions,
  type Task,
  describeUnknownName,
} from '#core';
import type { McpTool } from '#protocols/mcp';
import type { OwnTask, OwnTasks } from '#engine/port';
import { toTaskAnswerFromArguments, sendAnswer, type AnswerArguments } from './answering.ts';
import type { CallableAgent, CallableAgents, AgentEntry } from './callable-agents.ts';
import { AgentCallError } from './agent-call-error.ts';
import {
  AGENT_LIST,
  CALL_AGENT,
  NO_ARGUMENTS,
  TASK_ONLY,
  TASK_REPORT,
  addWaitArgument,
} from './schemas.ts';

export interface AgentCaller {
  readonly agents: CallableAgents;
  readonly open: (waitS: number | undefined) => Promise<AgentToolCall>;
}

interface AgentToolCall {
  readonly tasks: OwnTasks;
  /** How messages of the call reach the runner, which the log of an answered task keeps. */
  readonly entry: EntryPoint;
  /** Returns the id of the message that the call sends; a repeated call returns the same id. */
  readonly messageId: () => string;
  /** Starts a task of an agent. Throws `AgentCallError` if the caller may not call the agent. */
  readonly start: (callee: string) => Promise<StartOptions>;
  /** Finds a task. Throws `AgentCallError` if it is unknown or belongs to another caller. */
  readonly find: (taskId: string) => Promise<OwnTask>;
  readonly refuseAnswer: (task: Task) => void;
  /**
   * Starts the task with `begin`, waits, and reports on the task. With `isLooking`, the call only
   * reads the task.
   */
  readonly follow: (
    begin: () => Promise<OwnTask>,
    options?: { readonly isLooking?: boolean },
  ) => Promise<unknown>;
  readonly report: (task: Task) => unknown;
}

/**
 * Texts and defaults of the tools for calling agents, which differ by how calls wait: over MCP, or on the
 * runner.
 */
export interface AgentToolTexts {
  readonly waitS: number;
  readonly callAgent: string;
  readonly getTask: string;
  readonly getTaskReplay: Replay;
  readonly answerTask: string;
  readonly answerInput: JsonObject;
  readonly noAnswer: string;
}

export interface AgentTool extends Pick<McpTool, 'name' | 'title' | 'annotations' | 'replay'> {
  readonly description: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly perform: (args: JsonObject, caller: AgentCaller) => Promise<unknown>;
}

export function createAgentCallTools(texts: AgentToolTexts): readonly AgentTool[] {
  const { waitS, noAnswer } = texts;
  return [
    createListAgentsTool('list_agents', 'List agents'),
    {
      ...MESSAGE_TOOL_PROPERTIES,
      name: 'call_agent',
      title: 'Call an agent',
      description: texts.callAgent,
      input: addWaitArgument(CALL_AGENT, waitS),
      perform: withOpenCall(callAgent),
    },
    {
      name: 'get_task',
      title: 'Get a task',
      description: texts.getTask,
      input: addWaitArgument(TASK_ONLY, waitS),
      output: TASK_REPORT,
      annotations: { readOnlyHint: true, openWorldHint: true },
      replay: texts.getTaskReplay,
      // The tool only reads a task, so the task keeps running if the caller disconnects.
      perform: withOpenCall(({ task }: TaskArguments, call) =>
        call.follow(() => call.find(task), { isLooking: true }),
      ),
    },
    {
      ...MESSAGE_TOOL_PROPERTIES,
      name: 'answer_task',
      title: 'Answer a task',
      description: texts.answerTask,
      input: addWaitArgument(texts.answerInput, waitS),
      perform: withOpenCall((args: AnswerArguments, call) => answerTask(args, call, noAnswer)),
    },
    {
      name: 'cancel_task',
      title: 'Cancel a task',
      description: 'Ends a task that is no longer needed.',
      input: TASK_ONLY,
      output: TASK_REPORT,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
      replay: 'safe',
      perform: withOpenCall(async ({ task }: TaskArguments, call) =>
        call.report(await (await call.find(task)).cancel()),
      ),
    },
  ];
}

/** Calls can be replayed with their key, because a repeated call sends the same message. */
const MESSAGE_TOOL_PROPERTIES = {
  output: TASK_REPORT,
  annotations: { openWorldHint: true },
  replay: 'key',
} as const;

export function createListAgentsTool(name: string, title: string): AgentTool {
  return {
    name,
    title,
    description: 'Lists the agents that can be called: their names, and what they can do.',
    input: NO_ARGUMENTS,
    output: AGENT_LIST,
    annotations: { readOnlyHint: true, openWorldHint: true },
    replay: 'safe',
    perform: async (_args, { agents }) => ({ agents: (await agents.list()).map(pickEntryFields) }),
  };
}

function pickEntryFields(entry: AgentEntry): AgentEntry {
  const { name, title, description, version, skills = [], address, problem } = entry;
  const offered = skills.map((skill) => ({ name: skill.name, description: skill.description }));
  return omitUndefined({
    name,
    title,
    description,
    version: version === '' ? undefined : version,
    skills: offered.length > 0 ? offered : undefined,
    address,
    problem,
  });
}

interface CallArguments {
  readonly agent: string;
  readonly message: string;
  readonly context?: string;
}

function callAgent(
  { agent, message: content, context: contextId }: CallArguments,
  call: AgentToolCall,
  agents: CallableAgents,
): Promise<unknown> {
  return call.follow(async () => {
    const { name } = await requireAgent(agents, agent);
    const message = { role: 'user', content } as const;
    const sent = { agent: name, messageId: call.messageId(), message };
    const start = await call.start(name);
    // The caller is an MCP client, unless a task of this runner delegates the call.
    const entry = start.delegation ? 'agent' : 'mcp';
    return call.tasks.submit({ ...sent, entry, start, ...omitUndefined({ contextId }) });
  });
}

/** Throws `AgentCallError`, which lists the existing agents, if the agent is unknown. */
async function requireAgent(agents: CallableAgents, named: string): Promise<CallableAgent> {
  const found = agents.find(named);
  if (found) return found;
  const entries = await agents.list();
  const problem = entries.find(({ name }) => name === named)?.problem;
  if (problem !== undefined) {
    throw new AgentCallError('unknown-agent', `agent ${named} cannot be called: ${problem}`);
  }
  const names = entries.map(({ name }) => name);
  throw new AgentCallError('unknown-agent', describeUnknownName('agent', named, names));
}

type TaskArguments = Pick<AnswerArguments, 'task'>;

function answerTask(
  args: AnswerArguments,
  call: AgentToolCall,
  noAnswer: string,
): Promise<unknown> {
  return call.follow(async () => {
    const answer = toTaskAnswerFromArguments(args);
    if (!answer) throw new AgentCallError('no-answer', noAnswer);
    const { task } = await call.find(args.task);
    call.refuseAnswer(task);
    const { entry } = call;
    return sendAnswer(call.tasks, task, call.messageId(), { ...answer, entry });
  });
}

function requireUsableIds(args: JsonObject): void {
  for (const name of ['task', 'context']) {
    const id = args[name];
    const problem = typeof id === 'string' ? describeIdProblem(id) : undefined;
    if (problem !== undefined) throw new AgentCallError('bad-id', `${name} ${problem}`);
  }
}

/**
 * Wraps a tool so that its agent call is opened before the tool runs. The arguments already match the tool's
 * schema.
 */
function withOpenCall(
  perform: (args: never, call: AgentToolCall, agents: CallableAgents) => Promise<unknown>,
): AgentTool['perform'] {
  return async (args, { agents, open }) => {
    const { wait_s: waitS } = args;
    requireUsableIds(args);
    const call = await open(typeof waitS === 'number' ? waitS : undefined);
    return perform(args as never, call, agents);
  };
}
