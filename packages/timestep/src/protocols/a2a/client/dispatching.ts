import { hash } from 'node:crypto';
import { omitUndefined } from '#core';
import { TOOL_CALLS_EXTENSION } from '../wire/tool-calls.ts';
import type { A2AClientError } from './a2a-client-error.ts';
import type { Connection, RpcParams } from './json-rpc-client.ts';
import { filterObjects, getObject } from './lenient-fields.ts';
import { askForReceipt, createUnknownReceiptError, RECEIPT_PATIENCE_MS } from './received-task.ts';
import type { RemoteAgentCard } from './remote-card.ts';
import { buildSendParams, type RemoteMessage } from './remote-message.ts';
import { isRemoteTaskSettled, type RemoteTaskView } from './remote-task.ts';
import type { SendOptions } from './send-until-settled.ts';

/** Controls the sending of one message: at most once, or repeatedly if the remote agent detects duplicates. */
export interface Dispatching {
  /**
   * Finds the task that an earlier attempt started. Undefined: the message must be sent. Throws
   * `receipt-unknown` if it is unknown whether the agent received the message.
   */
  readonly findStartedTask: () => Promise<string | undefined>;
  /** Records that the message is about to be sent. */
  readonly begin: () => Promise<void>;
  readonly getSendParams: (isStream: boolean) => RpcParams;
  /** Records the id of the remote agent's task as soon as a response names it. */
  readonly accept: (view: RemoteTaskView) => void;
  /**
   * Returns whether a message that failed to arrive can be sent again now. Throws the failure if it
   * may have arrived; the next attempt of the call then finds out whether it did.
   */
  readonly shouldSendAgainAtOnce: (failure: A2AClientError) => boolean;
}

export function createDispatching(
  connection: Connection,
  given: RemoteMessage,
  { time: { pause }, log }: SendOptions,
): Dispatching {
  const { peer } = connection;
  // An agent that detects duplicates needs no delivery log: it answers a repeated message with the same task.
  const careful = log && !hasToolCallsExtension(peer) ? log : undefined;
  let message = careful ? addOwnContextId(given, peer) : given;
  let isRecorded = log?.earlier?.state === 'accepted';

  return {
    async findStartedTask() {
      const { state, task_id } = log?.earlier ?? {};
      if (state === 'accepted') return task_id;
      if (!careful || state === undefined) return undefined;
      // State `unknown`: nothing showed whether the message had arrived, and a person has decided to send it again. It is not sent again if the agent has received it by now.
      const isDecided = state === 'unknown';
      const patienceMs = isDecided ? 0 : RECEIPT_PATIENCE_MS;
      const receipt = await askForReceipt(connection, message, { pause, patienceMs });
      if (receipt.is === 'received') return receipt.taskId;
      if (receipt.is === 'missing' || isDecided) return undefined;
      throw createUnknownReceiptError(peer.name);
    },
    async begin() {
      await careful?.record({ state: 'sending' });
    },
    getSendParams: (isStream) =>
      buildSendParams(message, peer, isStream ? 'stream' : 'return-immediately'),
    accept({ taskId, task }) {
      if (!log || isRecorded || !taskId || !task || isRemoteTaskSettled(task)) return;
      isRecorded = true;
      const ids = omitUndefined({ task_id: taskId, context_id: task.contextId });
      // If the task's id cannot be stored, the next attempt asks the agent whether it has received the message.
      void Promise.resolve(log.record({ state: 'accepted', ...ids })).catch(() => undefined);
    },
    shouldSendAgainAtOnce(failure) {
      if (!careful) return false;
      if (!failure.isUnsent) throw failure;
      void Promise.resolve(careful.record({ state: 'unsent' })).catch(() => undefined);
      // An agent may reject a context id that it did not create: then the message is sent again without it.
      const isContextRefused = failure.code === 'rejected' && /context/i.test(failure.message);
      if (!isContextRefused || message === given) return false;
      message = given;
      return true;
    },
  };
}

/**
 * Returns whether an agent has the tool-calls extension: it detects repeated messages and gives its
 * replies ids.
 */
export function hasToolCallsExtension({ card }: RemoteAgentCard): boolean {
  const extensions = filterObjects(getObject(card, 'capabilities')['extensions']);
  return extensions.some(({ uri }) => uri === TOOL_CALLS_EXTENSION);
}

/** Gives a first message a context id of its own, by which the agent can later be asked for the task. */
function addOwnContextId(message: RemoteMessage, peer: RemoteAgentCard): RemoteMessage {
  const { contextId, taskId, messageId } = message;
  const isNew = contextId === undefined && taskId === undefined;
  if (!isNew || peer.protocolVersion === '0.3') return message;
  return { ...message, contextId: deriveContextId(messageId), isOwnContext: true };
}

/**
 * Derives a context id from a message id. It is a UUID, because some agents accept no other ids.
 */
function deriveContextId(messageId: string): string {
  const digest = hash('sha256', `context:${messageId}`, 'hex');
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return parts.join('-');
}
