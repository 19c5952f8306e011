/** Events that arrived in one chunk form one array. The caller must limit the size of the body. */
export async function* readSseData(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  // Loaded on first use, because most programs read no stream.
  const { createParser } = await import('eventsource-parser');
  const decoder = new TextDecoder();
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (events.length > 0) yield events;
    events = [];
  }
  // Some servers omit the empty line after their last event.
  parser.feed('\n\n');
  if (events.length > 0) yield events;
}
