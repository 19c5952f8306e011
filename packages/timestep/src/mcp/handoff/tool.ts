import { createHash } from 'node:crypto';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { AskedQuestion } from '../../environment/index.ts';
import type { Clock } from '../../port/index.ts';
import { createToolError } from '../convert/result-to-mcp.ts';
import { HANDOFF_EXTENSION } from '../extension.ts';
import type { HandoffOptions, ToolDefinition } from '../serve/definition.ts';
import type { McpCall, ToolCallContext } from '../serve/tool-context.ts';
import { answerFromSampling } from './answer-from-sampling.ts';
import type { HandoffOutcome } from './answer-to-sampling.ts';
import { withHeartbeat } from './heartbeat.ts';
import { judgeHandoff } from './judge.ts';
import { strategyFor } from './strategy.ts';
import {
  handoffFailure,
  type CallAgent,
  type CallAgentContext,
  type HandoffTarget,
} from './target.ts';
import { toSampling } from './to-sampling.ts';

/** The name of the tool with which a model hands work to another agent. */
export const HANDOFF_TOOL = 'handoff';
const DEFAULT_HEARTBEAT_MS = 15_000;
/** Long, because agents wait for people; a longer timer than this fires at once in Node. */
export const DEFAULT_HANDOFF_TIMEOUT_MS: number = 24 * 60 * 60 * 1000;

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

/** The tool with which a model hands work to another agent over A2A. */
export function handoffTool(options: HandoffOptions, clock: Clock): ToolDefinition {
  return {
    name: HANDOFF_TOOL,
    title: 'Hand off',
    description: 'Hand work to another agent and get its answer.',
    input: INPUT,
    output: OUTPUT,
    annotations: { openWorldHint: true },
    replay: 'key',
    run: (args: HandoffArguments, context) => handoff(args, context, options, clock),
  };
}

async function handoff(
  args: HandoffArguments,
  context: ToolCallContext,
  options: HandoffOptions,
  clock: Clock,
): Promise<CallToolResult | InputRequiredResult | AskedQuestion> {
  const target: HandoffTarget = {
    agentUri: args.agent_uri,
    hops: context.hops + 1,
    ...saidTo(args, context.answers),
    ...(context.key !== undefined && { key: context.key }),
    ...(context.traceparent !== undefined && { traceparent: context.traceparent }),
  };
  const verdict = judgeHandoff(target, options);
  if (!verdict.allowed) return createToolError(verdict.reason);
  const { callAgent, heartbeatMs = DEFAULT_HEARTBEAT_MS } = options;
  const { mcp, signal } = context;
  let beats = 0;
  const beat = (message?: string): void => {
    beats += 1;
    void context.progress(beats, undefined, message);
  };
  const patiently = (work: Promise<HandoffOutcome>): Promise<HandoffOutcome> =>
    settledBy(target, withHeartbeat(work, beat, heartbeatMs, clock));

  const strategy = strategyFor(mcp, callAgent);
  switch (strategy.by) {
    case 'result':
      return askInResult(target, strategy.mcp, context);
    case 'request':
      return told(await patiently(askByRequest(target, strategy.mcp, options)), context);
    case 'server':
      return told(
        await patiently(called(target, strategy.callAgent, { signal, progress: beat })),
        context,
      );
    case 'nobody':
      return noWay(target);
  }
}

/**
 * The 2026-07-28 way: the tool's result asks for the call, the client makes it and calls the tool
 * again with the answer. The signed state proves that the answer belongs to this handoff.
 */
async function askInResult(
  target: HandoffTarget,
  mcp: McpCall,
  context: ToolCallContext,
): Promise<CallToolResult | InputRequiredResult | AskedQuestion> {
  const { inputRequired, inputResponse } = await import('@modelcontextprotocol/server');
  const { inputResponses, requestState } = mcp.request.mcpReq;
  const digest = digestOf(target);
  const given = inputResponse(inputResponses, HANDOFF_TOOL);
  const state = requestState<{ readonly handoff?: string }>();
  if (given.kind === 'sampling' && state !== undefined) {
    return state.handoff === digest
      ? told(answerFromSampling(given.result), context)
      : createToolError('the answer belongs to another handoff: call the tool again without it');
  }
  return inputRequired({
    inputRequests: { [HANDOFF_TOOL]: inputRequired.createMessage(toSampling(target)) },
    requestState: await mcp.remember({ handoff: digest }),
  });
}

/** The 2025 way: the server asks the client by a request of its own while the call stays open. */
async function askByRequest(
  target: HandoffTarget,
  mcp: McpCall,
  options: HandoffOptions,
): Promise<HandoffOutcome> {
  const { timeoutMs = DEFAULT_HANDOFF_TIMEOUT_MS } = options;
  const result = await mcp.request.mcpReq.send(
    { method: 'sampling/createMessage', params: { ...toSampling(target) } },
    { timeout: timeoutMs, signal: mcp.request.mcpReq.signal },
  );
  return answerFromSampling(result);
}

async function called(
  target: HandoffTarget,
  callAgent: CallAgent,
  context: CallAgentContext,
): Promise<HandoffOutcome> {
  return { ok: true, answer: await callAgent(target, context) };
}

async function settledBy(
  target: HandoffTarget,
  work: Promise<HandoffOutcome>,
): Promise<HandoffOutcome> {
  try {
    return await work;
  } catch (thrown) {
    return { ok: false, reason: handoffFailure(target.agentUri, thrown) };
  }
}

/**
 * The message of the model, or the user's answer to what the agent asked, which goes to the task of the
 * agent that waits for it.
 */
function saidTo(
  { message, context_id: contextId }: HandoffArguments,
  answers: ToolCallContext['answers'],
): Pick<HandoffTarget, 'message' | 'contextId' | 'taskId'> {
  const newest = answers.at(-1);
  const state = newest?.question.state ?? {};
  const { task_id, context_id } = state;
  if (!newest || typeof task_id !== 'string') {
    return { message, ...(contextId !== undefined && { contextId }) };
  }
  const place = typeof context_id === 'string' ? { contextId: context_id } : {};
  return { message: newest.text, taskId: task_id, ...place };
}

function told(
  outcome: HandoffOutcome,
  { ask, give }: Pick<ToolCallContext, 'ask' | 'give'>,
): CallToolResult | AskedQuestion {
  if (!outcome.ok) return createToolError(outcome.reason);
  const { text, taskId, contextId, artifacts = [], question } = outcome.answer;
  if (question && taskId !== undefined) {
    const place = { task_id: taskId, ...(contextId !== undefined && { context_id: contextId }) };
    return ask({ ...question, state: place });
  }
  // Agents choose ids without knowing of each other.
  const scope = taskId === undefined ? '' : `${taskId}/`;
  for (const one of artifacts) give({ ...one, artifact_id: scope + one.artifact_id });
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      response: text,
      ...(contextId !== undefined && { context_id: contextId }),
      ...(taskId !== undefined && { task_id: taskId }),
    },
  };
}

function noWay(target: HandoffTarget): CallToolResult {
  return createToolError(
    `handoff to ${target.agentUri} is not possible here: connect with a client that offers ` +
      `sampling and the extension ${HANDOFF_EXTENSION}, or let the environment call agents itself`,
  );
}

function digestOf({ agentUri, message, contextId = '', taskId = '' }: HandoffTarget): string {
  return createHash('sha256')
    .update(JSON.stringify([agentUri, message, contextId, taskId]))
    .digest('base64url');
}
