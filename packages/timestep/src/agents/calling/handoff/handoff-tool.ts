import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { omitUndefined } from '#core';
import type { AskedQuestion } from '#engine/tools';
import {
  HANDOFF_EXTENSION,
  TEXT_SUFFICES_META,
  HANDOFF_TOOL,
  formatHandoffFailure,
  judgeHandoff,
  canMakeHandoffs,
  requestHandoff,
  createToolError,
  type HandoffOptions,
  type HandoffTarget,
  type HandoffTool,
  type RequestedHandoff,
  type ToolCallContext,
} from '#protocols/mcp';
import { withHeartbeat } from '../heartbeat.ts';
import { addArtifactsToResult } from '../task-report.ts';

interface HandoffArguments {
  readonly agent_uri: string;
  readonly message: string;
  readonly context_id?: string;
}

const INPUT = {
  type: 'object',
  properties: {
    agent_uri: { type: 'string', description: 'The A2A address of the agent' },
    message: {
      type: 'string',
      description: 'What to tell it; it knows nothing of this conversation',
    },
    context_id: { type: 'string', description: 'The conversation to continue there' },
  },
  required: ['agent_uri', 'message'],
} as const;

const OUTPUT = {
  type: 'object',
  properties: {
    response: { type: 'string' },
    context_id: { type: 'string' },
    task_id: { type: 'string' },
  },
  required: ['response'],
  additionalProperties: false,
} as const;

/** Creates the tool with which a model hands work to another agent at an A2A address. */
export function handoffTool(options: HandoffOptions = {}): HandoffTool {
  return {
    options,
    tool: (clock) => ({
      name: HANDOFF_TOOL,
      title: 'Hand off',
      description: 'Hand work to another agent and get its answer.',
      input: INPUT,
      output: OUTPUT,
      annotations: { openWorldHint: true },
      replay: 'key',
      async execute(args: HandoffArguments, context) {
        const target = buildHandoffTarget(args, context);
        const verdict = judgeHandoff(target, options);
        if (!verdict.allowed) return createToolError(verdict.reason);
        const make = (beat: (message?: string) => void): Promise<RequestedHandoff> =>
          makeHandoff(target, context, options, beat);
        // Heartbeats keep MCP clients from timing out. A caller in this process needs none: it waits
        // without a time limit, and would show users each heartbeat as progress.
        const made = context.mcp
          ? await withHeartbeat(context, { clock, everyMs: options.heartbeatMs }, make)
          : await make((text) => text !== undefined && context.emit?.({ type: 'progress', text }));
        return handoffToToolResult(made, context);
      },
    }),
  };
}

function buildHandoffTarget(
  args: HandoffArguments,
  { hops, key, attempt: count, traceparent, answers }: ToolCallContext,
): HandoffTarget {
  const attempt = count > 1 ? count : undefined;
  const caller = omitUndefined({ hops: hops + 1, key, attempt, traceparent });
  return { agentUri: args.agent_uri, ...buildHandoffMessage(args, answers), ...caller };
}

/**
 * Returns the message that the model wrote, or the user's answer to the called agent's question.
 */
function buildHandoffMessage(
  { message, context_id: contextId }: HandoffArguments,
  answers: ToolCallContext['answers'],
): Pick<HandoffTarget, 'message' | 'contextId' | 'taskId'> {
  const newest = answers.at(-1);
  const { task_id, context_id } = newest?.question.state ?? {};
  if (!newest || typeof task_id !== 'string') return omitUndefined({ message, contextId });
  const conversation = typeof context_id === 'string' ? { contextId: context_id } : {};
  return { message: newest.text, taskId: task_id, ...conversation };
}

/**
 * Makes a handoff through the client that called the tool if the client can, otherwise in this
 * process.
 */
async function makeHandoff(
  target: HandoffTarget,
  call: ToolCallContext,
  { callAgent, timeoutMs }: HandoffOptions,
  progress: (message?: string) => void,
): Promise<RequestedHandoff> {
  const { agentUri } = target;
  const { mcp, signal } = call;
  try {
    if (mcp && canMakeHandoffs(mcp.peer)) return await requestHandoff(target, mcp, { timeoutMs });
    if (callAgent) return { ok: true, answer: await callAgent(target, { signal, progress, call }) };
    const advice = `connect with a client that offers sampling and the extension ${HANDOFF_EXTENSION}, or let the environment call agents itself`;
    return { ok: false, reason: `handoff to ${agentUri} is not possible here: ${advice}` };
  } catch (thrown) {
    return { ok: false, reason: formatHandoffFailure(agentUri, thrown) };
  }
}

function handoffToToolResult(
  made: RequestedHandoff,
  { ask, give }: Pick<ToolCallContext, 'ask' | 'give'>,
): CallToolResult | InputRequiredResult | AskedQuestion {
  if ('request' in made) return made.request;
  if (!made.ok) return createToolError(made.reason);
  const { text, taskId, contextId: context_id, artifacts = [], question } = made.answer;
  const ids = omitUndefined({ context_id, task_id: taskId });
  if (question && taskId !== undefined) return ask({ ...question, state: ids });
  addArtifactsToResult(give, taskId, artifacts);
  return {
    content: [{ type: 'text', text }],
    structuredContent: { response: text, ...ids },
    _meta: { [TEXT_SUFFICES_META]: true },
  };
}
