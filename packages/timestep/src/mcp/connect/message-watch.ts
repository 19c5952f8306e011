import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../core/index.ts';

/** A message of JSON-RPC that went over a connection. */
export interface LinkMessage {
  /** True: sent from here; false: sent by the server. */
  readonly isSent: boolean;
  /** The message itself, which its reader must not change. */
  readonly message: JsonObject;
}

/**
 * Lets a listener hear the messages of a transport that is not started yet, in their order. An answer to no
 * request that waits for one is left out: connections that end make such answers themselves.
 */
export function hearMessages(
  transport: Pick<Transport, 'send' | 'onmessage'>,
  onMessage: (message: LinkMessage) => void,
): void {
  const waiting = new Set<string | number>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) waiting.add(message.id);
    onMessage({ isSent: true, message: asJson(message) });
    return send(message, options);
  };
  const hear = (message: JSONRPCMessage): void => {
    const isAnswer = !('method' in message);
    if (isAnswer && message.id !== undefined && !waiting.delete(message.id)) return;
    onMessage({ isSent: false, message: asJson(message) });
  };
  // While the SDK finds out the revision, it passes messages to no listener that was there before.
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set(next: Transport['onmessage']) {
      listener =
        next &&
        ((message, extra) => {
          hear(message);
          next(message, extra);
        });
    },
  });
}

function asJson(message: JSONRPCMessage): JsonObject {
  return message as unknown as JsonObject;
}
