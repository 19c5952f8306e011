import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../core/index.ts';

/** A JSON-RPC message of a connection. */
export interface LinkMessage {
  /** True if this client sent the message; false if the server did. */
  readonly isSent: boolean;
  /** Listeners must not change it. */
  readonly message: JsonObject;
}

/**
 * Reports the messages of a transport that is not started yet, in order, except responses that
 * nothing waits for: transports create them when they close.
 */
export function watchMessages(
  transport: Pick<Transport, 'send' | 'onmessage'>,
  onMessage: (message: LinkMessage) => void,
): void {
  const waiting = new Set<string | number>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) waiting.add(message.id);
    onMessage({ isSent: true, message: toJson(message) });
    return send(message, options);
  };
  const reportMessage = (message: JSONRPCMessage): void => {
    const isAnswer = !('method' in message);
    if (isAnswer && message.id !== undefined && !waiting.delete(message.id)) return;
    onMessage({ isSent: false, message: toJson(message) });
  };
  // A property, because while the SDK negotiates the version it ignores earlier listeners.
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set(next: Transport['onmessage']) {
      listener =
        next &&
        ((message, extra) => {
          reportMessage(message);
          next(message, extra);
        });
    },
  });
}

function toJson(message: JSONRPCMessage): JsonObject {
  return message as unknown as JsonObject;
}
