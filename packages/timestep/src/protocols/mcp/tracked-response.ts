import type { Clock } from '#engine/port';

/** Calls `onEnd` once, when the body of a response was read completely or canceled. */
export function callAtEndOfBody(response: Response, onEnd: () => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    onEnd();
    return response;
  }
  let isOver = false;
  const end = (): void => {
    if (!isOver) onEnd();
    isOver = true;
  };
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const passed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await reader.read();
          if (!piece.done) return controller.enqueue(piece.value);
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const watched = new Response(passed, { status, headers });
  Object.defineProperty(watched, 'url', { value: response.url });
  return watched;
}

/** Calls `onEnd` once, when a response or its event stream has ended. */
export async function callAtEndOfResponse(
  answer: Promise<Response>,
  onEnd: () => void,
): Promise<Response> {
  try {
    const response = await answer;
    const streams = response.headers.get('content-type') === 'text/event-stream';
    if (streams) return callAtEndOfBody(response, onEnd);
    onEnd();
    return response;
  } catch (error) {
    onEnd();
    throw error;
  }
}

export interface OpenResponseTracker {
  /** Counts an open response until the returned function is called, which must happen once. */
  begin(): () => void;
  /** Counts a response until it or its event stream has ended. */
  track(answer: Promise<Response>): Promise<Response>;
  waitUntilEnded(graceMs: number): Promise<void>;
}

export function createOpenResponseTracker(clock: Clock): OpenResponseTracker {
  let count = 0;
  let tellDrained: (() => void) | undefined;

  function countEndedResponse(): void {
    count -= 1;
    if (count === 0) tellDrained?.();
  }

  function begin(): () => void {
    count += 1;
    return countEndedResponse;
  }

  return {
    begin,
    track: (answer) => callAtEndOfResponse(answer, begin()),
    async waitUntilEnded(graceMs) {
      if (count === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      tellDrained = resolve;
      const callOff = clock.schedule(graceMs, resolve);
      await promise;
      callOff();
    },
  };
}
