import { getWebSocketHandler } from '../../protocols/http/index.ts';
import type { CountedRequest } from './caller-limits.ts';

type AcceptedRequest = Pick<Extract<CountedRequest, { readonly ok: true }>, 'headers' | 'end'>;

/**
 * Adds the rate limit headers, and calls `end` when the response is complete: immediately, or after
 * the last byte of a stream.
 */
export function endWithResponse(response: Response, { headers, end }: AcceptedRequest): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null || getWebSocketHandler(response)) {
    end();
    return response;
  }
  const source = (response.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (thrown) {
          end();
          throw thrown;
        }
      },
      async cancel(reason) {
        end();
        await source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
