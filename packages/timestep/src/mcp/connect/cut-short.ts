import {
  ProtocolError,
  type JSONRPCMessage,
  type StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '../../core/index.ts';

/** The mark of an error answer that this client makes itself. */
const CUT_SHORT = 'dev.timestep/cut-short';

/**
 * Fails a request whose stream of answers broke off, because the answer can no longer come and the
 * request would wait for its timeout. A stream that ended well has been answered, so the extra
 * error has no effect.
 */
export function failWhatIsCutShort<T extends StreamableHTTPClientTransport>(transport: T): T {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const id = idOf(message);
    if (id === undefined) return send(message, options);
    return send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        const error = {
          code: -32000,
          message: 'the connection broke before the answer came',
          data: { [CUT_SHORT]: true },
        };
        transport.onmessage?.({ jsonrpc: '2.0', id, error });
      },
    });
  };
  return transport;
}

export function isCutShort(thrown: unknown): boolean {
  return ProtocolError.isInstance(thrown) && isJsonObject(thrown.data) && CUT_SHORT in thrown.data;
}

/** The id of a request that waits for an answer; a subscription has no end of its own. */
function idOf(message: JSONRPCMessage | JSONRPCMessage[]): string | number | undefined {
  if (Array.isArray(message) || !('method' in message) || !('id' in message)) return undefined;
  return message.method === 'subscriptions/listen' ? undefined : message.id;
}
