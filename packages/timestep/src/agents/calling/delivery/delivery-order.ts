import { isJsonObject, type JsonValue } from '#core';
import { RunnerError } from '#engine/port';
import { deriveMessageId } from '../stable-id.ts';
import type { SuspendedCall } from '../suspended-call.ts';

/** Name of the internal agent that delivers late answers. No other agent can have this name. */
export const DELIVERY_AGENT = 'timestep.courier';

/** An order to deliver the result of a task to the agent that started the task. */
export interface DeliveryOrder {
  readonly task: string;
  readonly agent: string;
  readonly caller: { readonly task: string; readonly context: string; readonly agent: string };
  /** Number of the caller's newest event when it made the call; earlier events cannot contain the result. */
  readonly after: number;
  /** Name of the tool by which the calling agent calls agents. If the agent lacks the tool, nothing is delivered. */
  readonly tool: string;
  readonly asks: boolean;
}

export function parseDeliveryOrder(value: JsonValue): DeliveryOrder | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['caller'])) return undefined;
  const { task, agent, after, tool, asks } = value;
  const { task: began, context, agent: name } = value['caller'];
  if (typeof task !== 'string' || typeof agent !== 'string' || typeof tool !== 'string') {
    return undefined;
  }
  if (typeof began !== 'string' || typeof context !== 'string' || typeof name !== 'string') {
    return undefined;
  }
  if (typeof after !== 'number' || typeof asks !== 'boolean') return undefined;
  return { task, agent, after, tool, asks, caller: { task: began, context, agent: name } };
}

/**
 * Asks the runner's delivery agent, if there is one, to deliver the called agent's late answer. A repeated
 * call starts no second delivery.
 */
export async function startAnswerDelivery(
  { deps, tasks, context, caller: callerTask }: SuspendedCall,
  called: { readonly task: string; readonly agent: string },
): Promise<void> {
  if (!callerTask) return;
  const { id: task, contextId, origin, generation: after } = callerTask;
  const caller = { task, context: contextId, agent: origin.agent };
  const { callName: tool, asks } = deps;
  const order: DeliveryOrder = { ...called, after, tool, asks, caller };
  try {
    await tasks.submit({
      agent: DELIVERY_AGENT,
      messageId: deriveMessageId(`${context.key}:courier`),
      message: { role: 'user', content: JSON.stringify(order) },
    });
  } catch (thrown) {
    const isSent = thrown instanceof RunnerError && thrown.code === 'duplicate-message';
    const isNowhere = thrown instanceof RunnerError && thrown.code === 'unknown-agent';
    if (!isSent && !isNowhere) throw thrown;
  }
}
