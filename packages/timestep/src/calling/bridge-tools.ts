import { DEFAULT_MAX_HOPS, HOPS_META } from '../core/index.ts';
import type { ToolCallContext, ToolDefinition } from '../mcp/index.ts';
import type { OwnTask } from '../port/index.ts';
import { saidIn, type AnswerArguments } from './answering.ts';
import type { Bridge, BridgeAgent, BridgeAgents, BridgeEntry } from './bridge.ts';
import { BridgeError } from './bridge-error.ts';
import { callOf, messageIdOf, sendTo, taskOf, type BridgeCall } from './bridge-call.ts';
import { answeredTask, followed } from './hold.ts';
import {
  AGENT_LIST,
  ANSWER_TASK,
  CALL_AGENT,
  CANCEL_TASK,
  GET_TASK,
  NOTHING,
  SEND_MESSAGE,
  TASK_REPORT,
} from './schemas.ts';
import { reportIn, told } from './told.ts';

/**
 * The tools with which a model calls agents, whichever protocol they speak. A call that takes long gives a
 * handle, which `get_task` tells the result of in any process with the same tasks.
 */
export function bridgeTools(bridge: Bridge): readonly ToolDefinition[] {
  return [
    ...listing(bridge, 'list_agents', 'List agents'),
    callTool(bridge),
    ...taskTools(bridge),
    ...listing(bridge, 'a2a_list_agents', 'List agents (A2A)'),
    sendTool(bridge),
  ];
}

function listing(bridge: Bridge, name: string, title: string): ToolDefinition[] {
  const run = async () => ({ agents: (await bridge.agents.list()).map(entryOf) });
  return [
    {
      name,
      title,
      description: 'Lists the agents that can be called: their names, and what they can do.',
      input: NOTHING,
      output: AGENT_LIST,
      annotations: { readOnlyHint: true, openWorldHint: true },
      replay: 'safe',
      run,
    },
  ];
}

/** What callers read of an agent, whatever else it holds. */
export function entryOf(entry: BridgeEntry): BridgeEntry {
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

interface CallArguments {
  readonly agent: string;
  readonly message: string;
  readonly context?: string;
  readonly wait_s?: number;
}

const CALLING = {
  output: TASK_REPORT,
  annotations: { openWorldHint: true },
  replay: 'key',
} as const;

function callTool(bridge: Bridge): ToolDefinition {
  return {
    ...CALLING,
    name: 'call_agent',
    title: 'Call an agent',
    description:
      'Gives an agent a task. Returns its answer, or where that takes long or needs the user, the task as it is: go on with get_task or answer_task.',
    input: CALL_AGENT,
    run: (args: CallArguments, context) => calling(args, callOf(bridge, context)),
    unanswered: (asked, context) => left(asked.state?.['task'], callOf(bridge, context)),
  };
}

function sendTool(bridge: Bridge): ToolDefinition {
  return {
    ...CALLING,
    name: 'a2a_send_message',
    title: 'Send a message (A2A)',
    description: 'Gives an agent a task, as call_agent does.',
    input: SEND_MESSAGE,
    run: ({ agentId, message }: { agentId: string; message: string }, context) =>
      calling({ agent: agentId, message }, callOf(bridge, context)),
    unanswered: (asked, context) => left(asked.state?.['task'], callOf(bridge, context)),
  };
}

async function calling(args: CallArguments, call: BridgeCall): Promise<unknown> {
  const own = (await answeredTask(call)) ?? (await begun(args, call));
  return followed(call, own, args.wait_s);
}

async function begun(
  { agent: asked, message, context: contextId }: CallArguments,
  call: BridgeCall,
): Promise<OwnTask> {
  const { name } = await agentOf(call.bridge.agents, asked);
  const hops = call.context.hops + 1;
  if (hops > DEFAULT_MAX_HOPS) {
    const why = `this would be call ${hops} in a row and only ${DEFAULT_MAX_HOPS} are allowed`;
    throw new BridgeError('too-many-hops', `${why}: answer yourself`);
  }
  const { traceparent } = call.context;
  return call.tasks.submit({
    agent: name,
    messageId: messageIdOf(call),
    message: { role: 'user', content: message },
    ...(contextId !== undefined && { contextId }),
    // Callers over a bridge cannot make calls of the agent's own tools.
    start: {
      toolSite: 'server',
      metadata: { [HOPS_META]: hops, ...(traceparent !== undefined && { traceparent }) },
    },
  });
}

/** Throws `BridgeError` with the agents that there are. */
export async function agentOf(agents: BridgeAgents, asked: string): Promise<BridgeAgent> {
  const found = agents.find(asked);
  if (found) return found;
  const entries = await agents.list();
  const problem = entries.find(({ name }) => name === asked)?.problem;
  if (problem !== undefined) throw new BridgeError('unknown-agent', `${asked}: ${problem}`);
  const names = entries.map(({ name }) => name);
  const known = names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`;
  throw new BridgeError('unknown-agent', `there is no agent ${asked}: ${known}`);
}

function taskTools(bridge: Bridge): ToolDefinition[] {
  return [
    {
      name: 'get_task',
      title: 'Get a task',
      description: 'Tells how a task is: its answer, or what it waits for. Waits while it works.',
      input: GET_TASK,
      output: TASK_REPORT,
      annotations: { readOnlyHint: true, openWorldHint: true },
      replay: 'safe',
      run: (args: { task: string; wait_s?: number }, context) => looking(args, bridge, context),
    },
    {
      ...CALLING,
      name: 'answer_task',
      title: 'Answer a task',
      description:
        'Sends the answer of the user to a task that asked, or decisions about the calls that it wants to make.',
      input: ANSWER_TASK,
      run: (args: AnswerArguments, context) => answering(args, callOf(bridge, context)),
      unanswered: (asked, context) => left(asked.state?.['task'], callOf(bridge, context)),
    },
    {
      name: 'cancel_task',
      title: 'Cancel a task',
      description: 'Ends a task that is no longer needed.',
      input: CANCEL_TASK,
      output: TASK_REPORT,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
      replay: 'safe',
      async run({ task: id }: { task: string }, context) {
        const call = callOf(bridge, context);
        return reportIn(call, await (await taskOf(call, id)).cancel());
      },
    },
  ];
}

/** A caller that only looks is asked no question, and ends no task by going away. */
async function looking(
  { task: id, wait_s: waitS }: { readonly task: string; readonly wait_s?: number },
  bridge: Bridge,
  context: ToolCallContext,
): Promise<unknown> {
  const call = { ...callOf(bridge, context), isLooking: true };
  return followed(call, await taskOf(call, id), waitS);
}

async function answering(args: AnswerArguments, call: BridgeCall): Promise<unknown> {
  const before = await answeredTask(call);
  if (before) return followed(call, before, args.wait_s);
  const said = saidIn(args);
  if (!said) throw new BridgeError('no-answer', 'give a message, approvals or files');
  const { task } = await taskOf(call, args.task);
  return followed(call, await sendTo(call, task, messageIdOf(call), said), args.wait_s);
}

/** The handle of a task whose question the person has left. */
async function left(id: unknown, call: BridgeCall): Promise<unknown> {
  const { task } = await taskOf(call, String(id));
  return told(reportIn(call, task), task, call.context);
}
