import {
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  UnauthorizedError,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { callAtEndOfBody } from '../tracked-response.ts';
import type { HttpOptions } from './transport.ts';

interface OldSseOptions extends Pick<HttpOptions, 'authProvider'> {
  readonly fetch: FetchLike;
  /** Milliseconds within which the server must send the URL for messages. */
  readonly startTimeoutMs: number;
}

/**
 * Creates the transport of MCP 2024-11-05. It closes when its event stream ends, because a new stream would be a
 * new session.
 */
export function createOldSseTransport(url: URL, options: OldSseOptions): SSEClientTransport {
  const { fetch: send, authProvider, startTimeoutMs } = options;
  let failure: unknown;
  const transport: SSEClientTransport = new SSEClientTransport(url, {
    async fetch(address, init) {
      try {
        const response = await send(address, init);
        assertSuccess(response, authProvider !== undefined);
        const isStream = init?.method !== 'POST' && response.ok;
        return isStream ? callAtEndOfBody(response, () => void transport.close()) : response;
      } catch (thrown) {
        failure = thrown;
        throw thrown;
      }
    },
    ...(authProvider && { authProvider }),
  });
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const late = Promise.withResolvers<never>();
    const why = `the server sent no address for messages within ${startTimeoutMs / 1000} s`;
    const timer = setTimeout(() => late.reject(new Error(why)), startTimeoutMs);
    try {
      await Promise.race([start(), late.promise]);
    } catch (thrown) {
      // Without this call, the SDK would keep requesting the stream.
      await transport.close();
      throw thrown instanceof UnauthorizedError ? thrown : (failure ?? thrown);
    } finally {
      clearTimeout(timer);
    }
  };
  return transport;
}

function assertSuccess({ ok, status, statusText }: Response, canAuthorize: boolean): void {
  if (ok || (status === 401 && canAuthorize)) return;
  const message = `the server answered with status ${status}`;
  throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, message, { status, statusText });
}
