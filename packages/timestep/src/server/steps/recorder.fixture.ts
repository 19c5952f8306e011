import { listen, type ListeningServer } from '../../http/index.ts';

interface Recorded {
  readonly method: string;
  readonly params: unknown;
  /** The result of a plain call, or those of a stream in order. */
  readonly results: readonly unknown[];
}

export interface Recorder {
  readonly url: string;
  readonly calls: readonly Recorded[];
  /** Where requests go on to. */
  target: string;
  close(): Promise<void>;
}

/** Stands in front of an agent and writes down the JSON-RPC that passes. */
export async function record(): Promise<Recorder> {
  const calls: Recorded[] = [];
  const recorder = { url: '', calls, target: '', close: () => listening.close(0) };
  const listening: ListeningServer = await listen(
    async (request) => {
      const body = request.method === 'POST' ? await request.text() : undefined;
      const headers = new Headers(request.headers);
      headers.delete('host');
      headers.delete('content-length');
      const address = recorder.target + new URL(request.url).pathname;
      const response = await fetch(address, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      if (body !== undefined && request.headers.has('a2a-version'))
        calls.push(recordedOf(body, text));
      const type = response.headers.get('content-type') ?? '';
      return new Response(text, { status: response.status, headers: { 'content-type': type } });
    },
    { port: 0 },
  );
  recorder.url = listening.url;
  return recorder;
}

function recordedOf(request: string, response: string): Recorded {
  const { method, params } = JSON.parse(request) as { method: string; params: unknown };
  const lines = response.startsWith('{')
    ? [response]
    : response.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  const results = lines.map((line) => (JSON.parse(line) as { result: unknown }).result);
  return { method, params, results };
}

/** Replaces what differs from run to run by what it stands for: ids by their order, ports, times. */
export function normalised(value: unknown, names: ReadonlyMap<string, string>): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      const known = ids.get(id) ?? `id-${ids.size + 1}`;
      ids.set(id, known);
      return known;
    })
    .replaceAll(/handoff-[\w-]{43}/g, 'handoff-<digest>')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"<time>"');
  return JSON.parse([...names].reduce((all, [from, to]) => all.replaceAll(from, to), text));
}
