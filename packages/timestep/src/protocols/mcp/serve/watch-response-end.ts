/** Calls `onEnd` once when the body has been read completely or was canceled. */
export function watchResponseEnd(response: Response, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const body: ReadableStream<Uint8Array> = response.body;
  const reader = body.getReader();
  const passed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await reader.read();
          if (!piece.done) return controller.enqueue(piece.value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, headers } = response;
  return new Response(passed, { status, headers });
}
