/**
 * Parses the data of server-sent events. Events that arrived in one chunk form one array; comments,
 * names and ids are skipped. The caller must limit the size of the body.
 */
export async function* readSseData(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  // The pieces of an incomplete line. They are joined only when the line is complete, because
  // searching the same text again would make long lines slow.
  let begun: string[] = [];
  let data: string[] = [];
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const whole = begun.join('') + text.slice(start, end);
      const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      begun = [];
      start = end + 1;
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        events.push(data.join('\n'));
        data = [];
      }
    }
    if (start < text.length) begun.push(text.slice(start));
    if (events.length > 0) yield events;
  }
  if (data.length > 0) yield [data.join('\n')];
}
