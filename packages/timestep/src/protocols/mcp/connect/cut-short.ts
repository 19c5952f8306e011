import {
  ProtocolError,
  type JSONRPCMessage,
  type StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../core/index.ts';

/** Marks an error response that this client created itself. */
const CUT_SHORT = 'dev.timestep/cut-short';

/**
 * Fails a request if its response stream breaks off; it would wait for its timeout. No effect on a
 * stream that ended normally, because its request is already answered.
 */
export function failOnStreamEnd<T extends StreamableHTTPClientTransport>(transport: T): T {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const id = getRequestId(message);
    if (id === undefined) return send(message, options);
    return send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        const error = {
          code: -32000,
          message: 'the connection was lost before the response arrived',
          data: { [CUT_SHORT]: true },
        };
        transport.onmessage?.({ jsonrpc: '2.0', id, error });
      },
    });
  };
  return transport;
}

export function isStreamCut(thrown: unknown): boolean {
  return ProtocolError.isInstance(thrown) && isJsonObject(thrown.data) && CUT_SHORT in thrown.data;
}

/** Undefined for a subscription, which never gets a response. */
function getRequestId(message: JSONRPCMessage | JSONRPCMessage[]): string | number | undefined {
  if (Array.isArray(message) || !('method' in message) || !('id' in message)) return undefined;
  return message.method === 'subscriptions/listen' ? undefined : message.id;
}
