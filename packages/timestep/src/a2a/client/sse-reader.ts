import { A2AClientError } from './a2a-client-error.ts';

/** Characters that one event may have before its peer is given up. */
const LONGEST_EVENT = 16 * 1024 * 1024;

/** The data of each server-sent event of a body; comments, names and ids are passed over. */
export async function* sseData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      const line = rest.slice(start, rest[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
    rest = rest.slice(start);
    if (rest.length > LONGEST_EVENT) {
      throw new A2AClientError('bad-response', 'the peer sent an event without an end');
    }
  }
  if (data.length > 0) yield data.join('\n');
}
