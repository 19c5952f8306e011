import { ProtocolError, ProtocolErrorCode, type Client } from '@modelcontextprotocol/client';
import {
  estimateTokens,
  formatSamplingQuestion,
  type AssistantMessage,
  type Question,
} from '#core';
import {
  partToTextOrPlaceholder,
  replyToSampling,
  samplingToRequest,
  type SamplingRequest,
} from '../convert/sampling.ts';
import type { HandoffCalls } from './answer-handoffs.ts';
import type { ElicitationHandler } from './elicitation-handler.ts';
import type { LinkListeners } from './link-listeners.ts';

/** Options that say how an MCP server may use the agent's model (MCP sampling) while its tools are called. */
export interface SamplingOptions {
  /** Calls the model. If it throws, the server receives the error's message. */
  readonly sample: (request: SamplingRequest, signal: AbortSignal) => Promise<AssistantMessage>;
  /** Whether requests are allowed or denied. With `ask`, the user decides about each request. */
  readonly verdict: () => 'allow' | 'ask' | 'deny';
  /** Maximum number of model requests during all concurrent tool calls together. */
  readonly maxCalls: number;
  /** Maximum number of tokens of all model requests during all concurrent tool calls, with the replies. */
  readonly maxTokens: number;
}

/** JSON-RPC error code: the user rejected the request (MCP, Sampling). */
const REJECTED = -1;

export function registerSamplingHandler(
  client: Client,
  sampling: SamplingOptions,
  { elicitation, server }: Pick<SamplingDeps, 'elicitation' | 'server'>,
  onLog: LinkListeners['onLog'],
): void {
  // Requests and tokens that the current tool calls of the connection have used.
  const spent = { calls: 0, tokens: 0 };
  elicitation.onIdle(client, () => {
    spent.calls = 0;
    spent.tokens = 0;
  });
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq: { signal } }) => {
    const verdict = sampling.verdict();
    if (verdict === 'deny') throw createInvalidRequestError('the agent does not allow it');
    if (!elicitation.hasRunningCall(client))
      throw createInvalidRequestError('no tool of the server is being called');
    const request = samplingToRequest(params);
    if (!request) {
      const message = "the agent's model accepts no tools here: send only text, images and audio";
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    spent.calls += 1;
    const left = sampling.maxTokens - spent.tokens - estimateTokens(request.messages);
    if (spent.calls > sampling.maxCalls || left <= 0)
      throw createInvalidRequestError('its limit of requests or tokens is reached');
    if (verdict === 'ask') {
      const question = buildApprovalQuestion(request, server);
      const { action } = await elicitation.ask(client, question, signal);
      if (action !== 'accept') throw createInvalidRequestError('the user did not allow it');
    }
    const maxTokens = Math.min(request.maxTokens, left);
    const reply = await sampling.sample({ ...request, maxTokens }, signal);
    const tokens = reply.usage?.total_tokens ?? estimateTokens([...request.messages, reply]);
    spent.tokens += tokens;
    const data = `called the agent's model: ${tokens} tokens`;
    onLog?.({ level: 'info', logger: 'sampling', data });
    return replyToSampling(reply);
  });
}

export interface SamplingDeps {
  readonly handoffCalls: HandoffCalls;
  readonly elicitation: ElicitationHandler;
  readonly server: string;
}

function createInvalidRequestError(why: string): ProtocolError {
  return new ProtocolError(REJECTED, `the agent's model was not called: ${why}`);
}

function buildApprovalQuestion({ messages }: SamplingRequest, server: string): Question {
  const texts = messages
    .map(({ role, content }) => `${role}: ${messageContentToText(content)}`)
    .join('\n');
  return { text: formatSamplingQuestion(server, texts), options: ['yes', 'no'] };
}

function messageContentToText(content: SamplingRequest['messages'][number]['content']): string {
  if (typeof content === 'string' || content === null) return content ?? '';
  return content.map(partToTextOrPlaceholder).join('\n');
}
