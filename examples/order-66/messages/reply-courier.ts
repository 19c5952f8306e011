import { functionEnvironment, Loop, type Tool } from '@timestep-ai/timestep';
import {
  isJsonObject,
  pairToolCallsWithResults,
  type JsonObject,
  type Message,
} from '@timestep-ai/timestep/core';
import type { AgentFn, Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { createCallMessage, createTextMessage } from './call-message.ts';
import type { InboundMessage } from './inbound.ts';
import type { SendResult } from './send.ts';

const DELIVER = 'deliver_reply';

/** Sends a message until it is received, refused, or the signal aborts. */
export type Send = (
  url: string,
  message: InboundMessage,
  signal: AbortSignal,
) => Promise<SendResult>;

/** A reply and the address of its receiver. */
export interface OutgoingReply {
  readonly to: string;
  readonly message: InboundMessage;
}

/**
 * Creates the agent that delivers replies. Each reply has a task of its own, so that a receiver
 * that does not answer delays no other message.
 */
export function createReplyCourier(name: string, send: Send): ServedAgent {
  return new Loop({
    name,
    agent: courier,
    environments: { default: functionEnvironment({ [DELIVER]: createDeliverTool(send) }) },
    toolSite: 'server',
  });
}

/** Resolves once the reply is on disk. The same reply is delivered by one task. */
export async function submitReply(
  runner: Runner,
  courierName: string,
  { to, message }: OutgoingReply,
): Promise<void> {
  const { taskId, messageId } = message;
  await runner.submit({
    agent: courierName,
    principal: '',
    messageId: JSON.stringify({ reply: [taskId, messageId] }),
    message: { role: 'user', content: [{ type: 'data', data: { to, message: { ...message } } }] },
  });
}

/** Calls the tool that delivers, then reports its result. It has no model. */
const courier: AgentFn = (messages) => {
  const [call] = pairToolCallsWithResults(messages);
  if (call) return createTextMessage(call.error ?? JSON.stringify(call.result));
  return createCallMessage(messages, DELIVER, readReply(messages));
};

function readReply(messages: readonly Message[]): JsonObject {
  const [part] = messages.flatMap(({ role, content }) =>
    role === 'user' && typeof content !== 'string' ? content : [],
  );
  if (part?.type === 'data' && isJsonObject(part.data)) return part.data;
  throw new TypeError('the message holds no reply');
}

function createDeliverTool(send: Send): Tool {
  return {
    description: 'Delivers a reply to the sender of a message.',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' }, message: { type: 'object' } },
      required: ['to', 'message'],
    },
    // The receiver recognizes a repeated reply by its id.
    replay: 'key',
    async execute(args, { signal }) {
      const { to, message } = args as unknown as OutgoingReply;
      return send(to, message, signal);
    },
  };
}
