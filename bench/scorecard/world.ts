import { readLines } from './lines.ts';
import type { ModelReply, World } from './subject.ts';

/** Reaches the world outside from a process that may be killed. */
export function createWorld(url: string): World {
  return {
    async askModel(task, results) {
      const response = await post(`${url}/model`, { task, results });
      const lines = readLines(response);
      const first = await lines.next();
      const said = JSON.parse(first.value ?? '') as ModelReply;
      if (said.kind === 'call') return said;
      return { kind: 'answer', pieces: parsed(lines) };
    },
    async performEffect(task, name, key) {
      return (await post(`${url}/effect`, { task, name, key })).text();
    },
  };
}

async function* parsed(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield JSON.parse(line) as string;
}

async function post(url: string, body: unknown): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    // A connection of a killed process must not be taken up again.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Collects an answer, and passes each of its pieces on. */
export async function collect(
  pieces: AsyncIterable<string>,
  take: (piece: string) => unknown = () => undefined,
): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    await take(piece);
  }
  return text;
}
