import { afterEach, describe, expect, it } from 'vitest';
import type { Replay } from '#core';
import type { FetchHandler } from '#protocols/http';
import type { ToolContext } from '#engine/port';
import { ATTEMPT_META, KEY_META } from '../extension.ts';
import type { McpTool } from '../serve/definition.ts';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectedEnvironment, ConnectOptions } from './connect.ts';

const never = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** What becomes of a request: it reaches nobody, or the connection is cut before or in the answer. */
type Fate = 'refused' | 'reset' | 'busy' | 'cut' | undefined;

/** A server whose requests of one method, or of any, meet these fates in turn and then succeed. */
async function serverWith(
  tools: readonly McpTool[],
  options: ConnectOptions & { readonly fates?: Fate[]; readonly method?: string } = {},
) {
  const { fates = [], method = 'tools/call', ...others } = options;
  const handler = createEnvironmentHandler({ name: 'test', version: '1.0.0', tools });
  const { now, pause, pauses } = timeless();
  const serve: FetchHandler = async (request) => {
    const isMeant = method === 'any' || request.headers.get('mcp-method') === method;
    const fate = isMeant ? fates.shift() : undefined;
    if (fate === 'refused') throw failed('ECONNREFUSED');
    if (fate === 'busy') return new Response('', { status: 503 });
    const response = await handler(request);
    if (fate === 'reset') throw failed('ECONNRESET');
    return fate === 'cut' ? cutShort() : response;
  };
  const environment = await connectEnvironment({ handler: serve }, { now, pause, ...others });
  closers.push(
    () => environment.close(),
    () => handler.close(),
  );
  return { environment, pauses, fates };
}

function timeless() {
  const pauses: number[] = [];
  let time = 0;
  return {
    pauses,
    now: () => time,
    pause: async (ms: number) => {
      pauses.push(ms);
      time += ms;
    },
  };
}

function failed(code: string): TypeError {
  const cause = Object.assign(new Error(code), { code });
  return new TypeError('fetch failed', { cause });
}

function cutShort(): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(failed('UND_ERR_SOCKET')),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

interface Counted extends McpTool {
  readonly calls: unknown[];
}

/** A tool that remembers the attempts of its calls. */
function counted(definition: Omit<McpTool, 'name' | 'execute'>): Counted {
  const calls: unknown[] = [];
  return {
    ...definition,
    name: 'count',
    calls,
    execute(_args, { mcp }) {
      const meta = mcp?.request.mcpReq._meta;
      calls.push([meta?.[KEY_META], meta?.[ATTEMPT_META]]);
      return 'done';
    },
  };
}

function call(environment: ConnectedEnvironment, signal = never) {
  const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
  const context: ToolContext = { key: 'key', attempt: 1, task, signal };
  return environment.callTool({ id: 'call', name: 'count', arguments: {} }, context);
}

describe('a server that is away for a while', () => {
  it.each<Fate>(['refused', 'reset', 'busy'])('is listed when it is back (%s)', async (fate) => {
    const tool = counted({});
    const method = 'tools/list';
    const { environment, pauses } = await serverWith([tool], { method, fates: [fate, fate] });
    expect(await environment.listTools(never)).toHaveLength(1);
    expect(pauses).toEqual([100, 200]);
  });

  it('is connected to when it is there', async () => {
    const fates: Fate[] = ['refused', 'refused'];
    const { pauses } = await serverWith([], { method: 'any', fates });
    // Each try asks twice: in the newest revision, and then in the older one.
    expect(pauses).toEqual([100]);
    expect(fates).toEqual([]);
  });

  it.each<[string, Omit<McpTool, 'name' | 'execute'>]>([
    ['says that it is safe', { replay: 'safe' }],
    ['heeds the key', { replay: 'key' }],
    ['only reads', { annotations: { readOnlyHint: true } }],
    ['says that twice is as good as once', { annotations: { idempotentHint: true } }],
  ])('is called again for a tool that %s', async (_name, definition) => {
    const tool = counted(definition);
    const { environment } = await serverWith([tool], { fates: ['reset', 'refused', 'cut'] });
    expect(await call(environment)).toEqual({ content: 'done' });
    // What reached the tool and was lost counts as an attempt; what never left does not.
    expect(tool.calls).toEqual([
      ['key', 1],
      ['key', 2],
      ['key', 3],
    ]);
  });

  it.each<[Fate, Replay]>([
    ['reset', 'never'],
    ['cut', 'never'],
    ['reset', 'probe'],
  ])('is not called again where the call may have run (%s, %s)', async (fate, replay) => {
    const tool = counted({ replay });
    const { environment, pauses } = await serverWith([tool], { fates: [fate] });
    expect(await call(environment)).toMatchObject({ isError: true });
    expect([tool.calls.length, pauses]).toEqual([1, []]);
  });

  it('is called again where it is certain that nothing was sent', async () => {
    const tool = counted({ replay: 'never' });
    const { environment } = await serverWith([tool], { fates: ['refused', 'refused'] });
    expect(await call(environment)).toEqual({ content: 'done' });
    expect(tool.calls).toEqual([['key', 1]]);
  });

  it('is given up on after a minute', async () => {
    const tool = counted({});
    const fates = Array.from({ length: 100 }, (): Fate => 'refused');
    const { environment, pauses } = await serverWith([tool], { fates });
    expect(await call(environment)).toMatchObject({
      content: 'count failed: fetch failed: ECONNREFUSED',
      isError: true,
    });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });

  it('is not called for ever by a call that takes it down', async () => {
    const tool = counted({ replay: 'safe' });
    const fates = Array.from({ length: 100 }, (): Fate => 'reset');
    const { environment } = await serverWith([tool], { fates });
    expect(await call(environment)).toMatchObject({ isError: true });
    expect(tool.calls).toHaveLength(3);
  });

  it('is not waited for once the call is called off', async () => {
    const leave = new AbortController();
    const reason = new Error('enough');
    const pause = async (): Promise<void> => {
      leave.abort(reason);
      leave.signal.throwIfAborted();
    };
    const { environment } = await serverWith([counted({})], { fates: ['refused'], pause });
    await expect(call(environment, leave.signal)).rejects.toBe(reason);
  });
});
