/** Yields the server-sent events of each chunk as an array. The caller must limit the size of the body. */
export async function* readSseData(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  // The parser is loaded on first use, because most programs read no stream.
  const { createParser } = await import('eventsource-parser');
  const decoder = new TextDecoder();
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (events.length > 0) yield events;
    events = [];
  }
  // An empty line completes the last event, because some servers omit that line.
  parser.feed('\n\n');
  if (events.length > 0) yield events;
}
