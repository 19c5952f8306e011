import { listen, type ListeningServer } from '#protocols/http';

interface RecordedCall {
  readonly method: string;
  readonly params: unknown;
  /** The result of a single response, or the results of a stream in order. */
  readonly results: readonly unknown[];
}

export interface Recorder {
  readonly url: string;
  readonly calls: readonly RecordedCall[];
  /** The address that requests are forwarded to. */
  target: string;
  close(): Promise<void>;
}

/** Starts a proxy before an agent that records the JSON-RPC messages. */
export async function startRecorder(): Promise<Recorder> {
  const calls: RecordedCall[] = [];
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
        calls.push(parseRecordedCall(body, text));
      const type = response.headers.get('content-type') ?? '';
      return new Response(text, { status: response.status, headers: { 'content-type': type } });
    },
    { port: 0 },
  );
  recorder.url = listening.url;
  return recorder;
}

function parseRecordedCall(request: string, response: string): RecordedCall {
  const { method, params } = JSON.parse(request) as { method: string; params: unknown };
  const lines = response.startsWith('{')
    ? [response]
    : response.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  const results = lines.map((line) => (JSON.parse(line) as { result: unknown }).result);
  return { method, params, results };
}

/** Replaces values that differ between runs: ids by their order, names, digests, times. */
export function normalizeRecording(value: unknown, names: ReadonlyMap<string, string>): unknown {
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
