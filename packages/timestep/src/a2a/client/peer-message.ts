import type { ApprovalDecision, JsonObject, UserMessage } from '../../core/index.ts';
import { approvalsPart } from '../wire/approvals.ts';
import { contentToParts } from '../wire/content-to-parts.ts';
import { messageTo03 } from '../wire/to-0-3.ts';
import { TOOL_CALLS_EXTENSION, toolResultsPart, type NamedResult } from '../wire/tool-calls.ts';
import type { WireMessage } from '../wire/wire.ts';
import type { RpcParams } from './json-rpc-client.ts';
import type { PeerCard } from './peer-card.ts';

/** A message for a peer: words, results of calls it asked for, decisions, or all. */
export interface PeerMessage {
  /** Sending the same id again is safe with peers that recognise messages by it. */
  readonly messageId: string;
  readonly message?: string | UserMessage;
  readonly results?: readonly NamedResult[];
  readonly approvals?: readonly ApprovalDecision[];
  /** The task to continue; absent starts a new one. */
  readonly taskId?: string;
  readonly contextId?: string;
  /** The media types that answers may have. Default: any. */
  readonly acceptedOutputModes?: readonly string[];
  readonly metadata?: JsonObject;
}

/** Anything can be read; the first two are for peers that compare types as they are written. */
const ANY_MODE: readonly string[] = ['text/plain', 'application/json', '*/*'];

/** The parameters of a send in the peer's version. */
export function sendParams(
  sent: PeerMessage,
  { protocolVersion }: Pick<PeerCard, 'protocolVersion'>,
  wait: 'stream' | 'return-immediately',
): RpcParams {
  const message = wireMessage(sent);
  const { acceptedOutputModes = ANY_MODE } = sent;
  if (protocolVersion === '0.3') {
    const blocking = wait === 'stream' ? {} : { blocking: false };
    return { message: messageTo03(message), configuration: { acceptedOutputModes, ...blocking } };
  }
  const returning = wait === 'stream' ? {} : { returnImmediately: true };
  return { message, configuration: { acceptedOutputModes, ...returning } };
}

function wireMessage(sent: PeerMessage): WireMessage {
  const { messageId, message, results = [], approvals = [], taskId, contextId, metadata } = sent;
  const content = typeof message === 'string' ? message : message?.content;
  const isExtended = results.length > 0 || approvals.length > 0;
  return {
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    role: 'ROLE_USER',
    parts: [
      ...(results.length > 0 ? [toolResultsPart(results)] : []),
      ...(approvals.length > 0 ? [approvalsPart(approvals)] : []),
      ...(content === undefined ? [] : contentToParts(content)),
    ],
    ...(metadata && { metadata }),
    ...(isExtended && { extensions: [TOOL_CALLS_EXTENSION] }),
  };
}
