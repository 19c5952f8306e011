import { expect, it } from 'vitest';
import { createExchangeRecorder } from './record-exchanges.ts';

const ADDRESS = 'https://peer.example/mcp';

function createRecorder(answer: () => Response | Promise<Response>) {
  let at = 0;
  return createExchangeRecorder({
    fetch: async () => answer(),
    now: () => (at += 1),
    secrets: ['Bearer word-of-ann'],
    getPurpose: () => 'protocol',
  });
}

const post = (method: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name: 'greet' } }),
});

it('stores the events of a stream while they are read', async () => {
  const events = 'data: {"id":1}\n\nevent: message\ndata: {"result":\ndata: "word-of-ann"}\n\n';
  const type = { 'content-type': 'text/event-stream' };
  const recorder = createRecorder(() => new Response(events, { headers: type }));
  const response = await recorder.fetch(ADDRESS, post('tools/call'));
  expect(recorder.list()).toMatchObject([{ rpc: 'tools/call', subject: 'greet', isOpen: true }]);
  expect(await response.text()).toBe(events);
  expect(recorder.list()).toMatchObject([{ isOpen: false, isFailed: false, status: 200 }]);
  expect(recorder.find(1)?.response?.bodies).toEqual([{ id: 1 }, { result: '[secret]' }]);
});

it('marks errors of JSON-RPC, of HTTP and of the network', async () => {
  const answers = [
    () => Response.json({ error: { code: -32601, message: 'no' } }),
    () => new Response('no', { status: 500 }),
    () => Promise.reject(new TypeError('fetch failed', { cause: new Error('refused') })),
  ];
  for (const answer of answers) {
    const recorder = createRecorder(answer);
    const response = await recorder.fetch(ADDRESS, post('ping')).catch(() => undefined);
    await response?.text();
    expect(recorder.list()).toMatchObject([{ isFailed: true, isOpen: false }]);
  }
  const failed = createRecorder(answers[2] ?? (() => new Response()));
  await failed.fetch(ADDRESS).catch(() => undefined);
  expect(failed.find(1)).toMatchObject({ why: 'refused' });
});

it('keeps the newest 200 exchanges, and the beginning of long bodies', async () => {
  const recorder = createRecorder(() => new Response('x'.repeat(100_000)));
  for (let count = 0; count < 201; count += 1) {
    await (await recorder.fetch(ADDRESS)).text();
  }
  expect(recorder.list()).toHaveLength(200);
  expect(recorder.find(1)).toBeUndefined();
  const { response } = recorder.find(201) ?? {};
  expect(response?.isCut).toBe(true);
  expect(response?.bodies).toEqual(['x'.repeat(64_000)]);
});
