import type { JsonObject, Replay, StartOptions, Task } from '../core/index.ts';
import type { McpTool } from '../mcp/index.ts';
import type { OwnTask, OwnTasks } from '../port/index.ts';
import { readAnswer, sendAnswer, type AnswerArguments } from './answering.ts';
import type { BridgeAgent, BridgeAgents, BridgeEntry } from './bridge.ts';
import { BridgeError } from './bridge-error.ts';
import {
  AGENT_LIST,
  CALL_AGENT,
  CANCEL_TASK,
  GET_TASK,
  NOTHING,
  TASK_REPORT,
  waitingBy,
} from './schemas.ts';

/** The caller of a tool: the agents that it may call, and its call. */
export interface AgentCaller {
  readonly agents: BridgeAgents;
  /** Begins the call; `waitS` is how many seconds the caller says that it waits. */
  readonly open: (waitS: number | undefined) => Promise<AgentCall>;
}

/** One call of a tool, for the principal that makes it. */
interface AgentCall {
  readonly tasks: OwnTasks;
  /** The id of the message that the call sends, the same when the call is made again. */
  readonly messageId: () => string;
  /** What a task of this agent starts with. Throws `BridgeError` if the caller may not call it. */
  readonly start: (callee: string) => Promise<StartOptions>;
  /** Throws `BridgeError` for a task that is not there, or not this caller's. */
  readonly find: (taskId: string) => Promise<OwnTask>;
  /** Throws `BridgeError` for a task that the caller may not answer. */
  readonly refuseAnswer: (task: Task) => void;
  /**
   * Waits for a task and reports on it. The task is what `begin` returns, unless this call has begun or answered
   * one in an earlier round.
   */
  readonly follow: (
    begin: () => Promise<OwnTask>,
    options?: { readonly isLooking?: boolean },
  ) => Promise<unknown>;
  readonly report: (task: Task) => unknown;
}

/** What the tools say of themselves; it depends on how calls wait. */
export interface AgentToolTexts {
  /** Seconds that a call waits unless it says otherwise. */
  readonly waitS: number;
  readonly callAgent: string;
  readonly getTask: string;
  readonly getTaskReplay: Replay;
  readonly answerTask: string;
  readonly answerInput: JsonObject;
  /** The message for an answer that says nothing. */
  readonly noAnswer: string;
}

/** A tool that calls agents. */
export interface AgentTool extends Pick<McpTool, 'name' | 'title' | 'annotations' | 'replay'> {
  readonly description: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly perform: (args: JsonObject, caller: AgentCaller) => Promise<unknown>;
}

/** The five tools with which a model calls agents, however their calls wait. */
export function agentTools(texts: AgentToolTexts): readonly AgentTool[] {
  return [
    listAgents('list_agents', 'List agents'),
    callAgent(texts),
    getTask(texts),
    answerTask(texts),
    CANCEL_TASK_TOOL,
  ];
}

export function listAgents(name: string, title: string): AgentTool {
  return {
    name,
    title,
    description: 'Lists the agents that can be called: their names, and what they can do.',
    input: NOTHING,
    output: AGENT_LIST,
    annotations: { readOnlyHint: true, openWorldHint: true },
    replay: 'safe',
    perform: async (_args, { agents }) => ({ agents: (await agents.list()).map(entryOf) }),
  };
}

/** What callers read of an agent, whatever else it holds. */
function entryOf(entry: BridgeEntry): BridgeEntry {
  const { name, title, description, version, skills = [], address, problem } = entry;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    ...(version !== undefined && version !== '' && { version }),
    ...(skills.length > 0 && {
      skills: skills.map((skill) => ({ name: skill.name, description: skill.description })),
    }),
    ...(address !== undefined && { address }),
    ...(problem !== undefined && { problem }),
  };
}

/** Tools that send a message: a call that is made again sends the same one. */
const SENDING = {
  output: TASK_REPORT,
  annotations: { openWorldHint: true },
  replay: 'key',
} as const;

/** The arguments of `call_agent`, as its schema has checked them. */
interface CallArguments {
  readonly agent: string;
  readonly message: string;
  readonly context?: string;
}

function callAgent({ waitS, callAgent: description }: AgentToolTexts): AgentTool {
  return {
    ...SENDING,
    name: 'call_agent',
    title: 'Call an agent',
    description,
    input: waitingBy(CALL_AGENT, waitS),
    perform: executor(({ agent, message, context }: CallArguments, call, agents) =>
      call.follow(async () => {
        const { name } = await agentNamed(agents, agent);
        return call.tasks.submit({
          agent: name,
          messageId: call.messageId(),
          message: { role: 'user', content: message },
          ...(context !== undefined && { contextId: context }),
          start: await call.start(name),
        });
      }),
    ),
  };
}

/** Throws `BridgeError` with the agents that there are. */
async function agentNamed(agents: BridgeAgents, named: string): Promise<BridgeAgent> {
  const found = agents.find(named);
  if (found) return found;
  const entries = await agents.list();
  const problem = entries.find(({ name }) => name === named)?.problem;
  if (problem !== undefined) throw new BridgeError('unknown-agent', `${named}: ${problem}`);
  const names = entries.map(({ name }) => name);
  const known = names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`;
  throw new BridgeError('unknown-agent', `there is no agent ${named}: ${known}`);
}

interface TaskArguments {
  readonly task: string;
}

/** A caller that only looks is asked no question, and ends no task by going away. */
function getTask({ waitS, getTask: description, getTaskReplay }: AgentToolTexts): AgentTool {
  return {
    name: 'get_task',
    title: 'Get a task',
    description,
    input: waitingBy(GET_TASK, waitS),
    output: TASK_REPORT,
    annotations: { readOnlyHint: true, openWorldHint: true },
    replay: getTaskReplay,
    perform: executor(({ task }: TaskArguments, call) =>
      call.follow(() => call.find(task), { isLooking: true }),
    ),
  };
}

function answerTask(texts: AgentToolTexts): AgentTool {
  const { waitS, answerTask: description, answerInput, noAnswer } = texts;
  return {
    ...SENDING,
    name: 'answer_task',
    title: 'Answer a task',
    description,
    input: waitingBy(answerInput, waitS),
    perform: executor((args: AnswerArguments, call) =>
      call.follow(async () => {
        const answer = readAnswer(args);
        if (!answer) throw new BridgeError('no-answer', noAnswer);
        const { task } = await call.find(args.task);
        call.refuseAnswer(task);
        return sendAnswer(call.tasks, task, call.messageId(), answer);
      }),
    ),
  };
}

const CANCEL_TASK_TOOL: AgentTool = {
  name: 'cancel_task',
  title: 'Cancel a task',
  description: 'Ends a task that is no longer needed.',
  input: CANCEL_TASK,
  output: TASK_REPORT,
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  replay: 'safe',
  perform: executor(async ({ task }: TaskArguments, call) =>
    call.report(await (await call.find(task)).cancel()),
  ),
};

/** The cast is sound, because arguments have been checked by the schema of the tool. */
function executor(
  execute: (args: never, call: AgentCall, agents: BridgeAgents) => Promise<unknown>,
): AgentTool['perform'] {
  return async (args, { agents, open }) => {
    const { wait_s: waitS } = args;
    const call = await open(typeof waitS === 'number' ? waitS : undefined);
    return execute(args as never, call, agents);
  };
}
