import { omitUndefined, type ApprovalDecision, type JsonObject, type UserMessage } from '#core';
import { createApprovalsPart } from '../wire/approval-parts.ts';
import { contentToParts } from '../wire/content-to-parts.ts';
import { messageToA2A03 } from '../wire/to-a2a-0-3.ts';
import {
  TOOL_CALLS_EXTENSION,
  createToolResultsPart,
  type NamedResult,
} from '../wire/tool-calls.ts';
import type { WireMessage } from '../wire/wire-types.ts';
import type { RpcParams } from './json-rpc-client.ts';
import type { RemoteAgentCard } from './remote-card.ts';

/** A message that this client sends to a remote A2A agent. */
export interface RemoteMessage {
  /** Id of the message. Sending it again is safe if the remote agent detects duplicates. */
  readonly messageId: string;
  readonly message?: string | UserMessage;
  readonly results?: readonly NamedResult[];
  readonly approvals?: readonly ApprovalDecision[];
  readonly taskId?: string;
  readonly contextId?: string;
  /** Whether the context id was made for this message, so that the agent does not know it yet. */
  readonly isOwnContext?: boolean;
  /** Media types that the sender accepts in the answer. Default: any. */
  readonly acceptedOutputModes?: readonly string[];
  readonly metadata?: JsonObject;
}

/** Accepted media types: any. Two types are listed too, for agents that compare types literally. */
const ANY_MODE: readonly string[] = ['text/plain', 'application/json', '*/*'];

export function buildSendParams(
  outgoing: RemoteMessage,
  { protocolVersion }: Pick<RemoteAgentCard, 'protocolVersion'>,
  wait: 'stream' | 'return-immediately',
): RpcParams {
  const message = outgoingToWire(outgoing);
  const { acceptedOutputModes = ANY_MODE } = outgoing;
  const isNow = wait === 'return-immediately';
  if (protocolVersion === '1.0') {
    const configuration = { acceptedOutputModes, ...(isNow && { returnImmediately: true }) };
    return { message, configuration };
  }
  const configuration = { acceptedOutputModes, ...(isNow && { blocking: false }) };
  return { message: messageToA2A03(message), configuration };
}

function outgoingToWire(outgoing: RemoteMessage): WireMessage {
  const { messageId, taskId, contextId, metadata } = outgoing;
  const { message, results = [], approvals = [] } = outgoing;
  const content = typeof message === 'string' ? message : message?.content;
  const isExtended = results.length > 0 || approvals.length > 0;
  return omitUndefined({
    messageId,
    taskId,
    contextId,
    role: 'ROLE_USER' as const,
    parts: [
      ...(results.length > 0 ? [createToolResultsPart(results)] : []),
      ...(approvals.length > 0 ? [createApprovalsPart(approvals)] : []),
      ...(content === undefined ? [] : contentToParts(content)),
    ],
    metadata,
    extensions: isExtended ? [TOOL_CALLS_EXTENSION] : undefined,
  });
}
