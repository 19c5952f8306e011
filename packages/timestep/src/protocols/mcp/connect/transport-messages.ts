import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { repairJson, type JsonObject } from '#core';
import { createResultPassage } from './own-results.ts';
import { wrapTaskAsToolResult } from './server-task.ts';

/** A JSON-RPC message sent or received on a connection. */
export interface LinkMessage {
  /** Whether this client sent the message. False if the server did. */
  readonly isSent: boolean;
  /** The JSON-RPC message, which listeners must not change. */
  readonly message: JsonObject;
}

/**
 * Adapts an MCP transport before it starts: reports its messages, repairs invalid Unicode and excessive
 * nesting, and wraps tasks and results so that the MCP SDK does not reject them.
 */
export function reportAndWrapMessages(
  transport: Pick<Transport, 'send' | 'onmessage'>,
  onMessage?: (message: LinkMessage) => void,
): void {
  const report = onMessage && reportSentAndGetReporter(transport, onMessage);
  const { recordRequest, wrapResult } = createResultPassage();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    recordRequest(message);
    return send(message, options);
  };
  // `onmessage` is a property, because the SDK ignores earlier listeners during negotiation.
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set(next: Transport['onmessage']) {
      listener =
        next &&
        ((received, extra) => {
          const message = repairJson(received);
          report?.(message);
          next(wrapTaskAsToolResult(wrapResult(message)), extra);
        });
    },
  });
}

/** Starts to report sent messages, and returns a function that reports received messages. */
function reportSentAndGetReporter(
  transport: Pick<Transport, 'send'>,
  onMessage: (message: LinkMessage) => void,
): (message: JSONRPCMessage) => void {
  const waiting = new Set<string | number>();
  const report = (isSent: boolean, message: JSONRPCMessage): void =>
    onMessage({ isSent, message: message as unknown as JsonObject });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) waiting.add(message.id);
    report(true, message);
    return send(message, options);
  };
  return (message) => {
    // A transport that closes creates error responses. The log gets only error responses for which a caller waits.
    const answered = 'method' in message ? undefined : message.id;
    if (answered === undefined || waiting.delete(answered)) report(false, message);
  };
}
