import {
  ProtocolError,
  ProtocolErrorCode,
  type Client,
  type CreateMessageRequest,
} from '@modelcontextprotocol/client';
import { estimateTokens, type AssistantMessage, type Question } from '../../core/index.ts';
import { replyToSampling, requestFromSampling, type SamplingRequest } from '../convert/sampling.ts';
import type { Elicited } from './elicited.ts';
import type { LinkWatch } from './link-watch.ts';

/** Options with which a server may use the agent's model while its tools are called. */
export interface SamplingOptions {
  /** Calls the model. If it throws, the server receives the error's message. */
  readonly sample: (request: SamplingRequest, signal: AbortSignal) => Promise<AssistantMessage>;
  /**
   * Returns whether the server may use the model. With `ask`, the user decides about each request.
   */
  readonly verdict: () => 'allow' | 'ask' | 'deny';
  /** Maximum sampling requests during all concurrent calls together. */
  readonly maxCalls: number;
  /** Maximum tokens of those requests and their replies together. */
  readonly maxTokens: number;
}

/** The sampling requests and tokens that the current calls of a connection have used. */
interface Budget {
  calls: number;
  tokens: number;
}

/**
 * The error code for a server that may not use the model (MCP, Sampling: user rejected the
 * request).
 */
const REJECTED = -1;

/**
 * Registers a handler that answers a server's sampling requests with the agent's model, within the
 * limits of requests and tokens.
 */
export function answerSamplings(
  client: Client,
  sampling: SamplingOptions,
  { elicited, server, onLog }: SamplingSite,
): void {
  const spent: Budget = { calls: 0, tokens: 0 };
  elicited.onIdle(client, () => {
    spent.calls = 0;
    spent.tokens = 0;
  });
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq: { signal } }) => {
    const verdict = sampling.verdict();
    if (verdict === 'deny') throw rejected('the agent does not allow it');
    if (!elicited.isCalling(client)) throw rejected('no tool of the server is being called');
    const request = readable(params);
    spent.calls += 1;
    const left = sampling.maxTokens - spent.tokens - estimateTokens(request.messages);
    if (spent.calls > sampling.maxCalls || left <= 0) throw rejected('its budget is used up');
    if (verdict === 'ask' && !(await isAllowed(client, request, { elicited, server }, signal))) {
      throw rejected('the person did not allow it');
    }
    const maxTokens = Math.min(request.maxTokens, left);
    const reply = await sampling.sample({ ...request, maxTokens }, signal);
    const tokens = reply.usage?.total_tokens ?? estimateTokens([...request.messages, reply]);
    spent.tokens += tokens;
    onLog?.({
      level: 'info',
      logger: 'sampling',
      data: `asked the agent's model: ${tokens} tokens`,
    });
    return replyToSampling(reply);
  });
}

/** The dependencies of the sampling handler. */
export interface SamplingSite extends Pick<LinkWatch, 'onLog'> {
  readonly elicited: Elicited;
  /** The server's display name. */
  readonly server: string;
}

function readable(params: CreateMessageRequest['params']): SamplingRequest {
  const request = requestFromSampling(params);
  if (request) return request;
  const message = "the agent's model is asked without tools: send texts, images and audio";
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function rejected(why: string): ProtocolError {
  return new ProtocolError(REJECTED, `the agent's model was not asked: ${why}`);
}

/** Maximum characters of a request that the user is shown. */
const MOST_SHOWN = 2000;

async function isAllowed(
  client: Client,
  { messages }: SamplingRequest,
  { elicited, server }: Pick<SamplingSite, 'elicited' | 'server'>,
  signal: AbortSignal,
): Promise<boolean> {
  const texts = messages.map(({ role, content }) => `${role}: ${shown(content)}`).join('\n');
  const cut = texts.length > MOST_SHOWN ? `${texts.slice(0, MOST_SHOWN).toWellFormed()} …` : texts;
  const question: Question = {
    text: `The MCP server ${server} wants to ask the agent's model:\n${cut}\nMay it? Answer yes or no.`,
    options: ['yes', 'no'],
  };
  return (await elicited.ask(client, question, signal)).action === 'accept';
}

function shown(content: SamplingRequest['messages'][number]['content']): string {
  if (typeof content === 'string' || content === null) return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}
