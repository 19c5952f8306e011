import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#core';
import { bothWays, callOf, mutationsOf, requestFor, type Sent } from './both-ways.fixture.ts';
import { everyKind, outliving } from './every-kind.fixture.ts';

const usual = bothWays(everyKind);
const withTasks = bothWays(outliving);

const FORM = 'io.modelcontextprotocol/clientCapabilities';
const elicits = { meta: { [FORM]: { elicitation: {} } } };
const takesTasks = { meta: { [FORM]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } } };
const follows = {
  meta: { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' },
} as const;
const passes = {
  meta: {
    'dev.timestep/key': 'k',
    'dev.timestep/asks': true,
    traceparent: '00-a-b-01',
    constructor: 1,
  },
};
const names = (everyKind.tools ?? []).map(({ name }) => name);

/** Sends a request both ways, and expects the same answer to the byte. */
async function compare(ways: typeof usual, sent: Sent): Promise<'us' | 'the SDK'> {
  const [{ by, ...own }, sdk] = [await ways.own(sent), await ways.sdk(sent)];
  expect({ sent, ...own }).toEqual({ sent, ...sdk });
  return by;
}

beforeEach(() => {
  // States say until when they are taken.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a request that is answered without the SDK', () => {
  it.each(names)('has the answer of the SDK to a call of %s', async (name) => {
    const by = await comparedAll(
      [{}, elicits, takesTasks, follows, passes].map((more) => callOf(name, { n: 1 }, more)),
    );
    expect(by.sdk).toBe(name === 'headed' ? 5 : 0);
  });

  it.each((outliving.tools ?? []).map(({ name }) => name))(
    'has the answer of the SDK to a call of %s that may outlive it',
    async (name) => {
      const by = await comparedAll(
        [{}, elicits, takesTasks, follows, passes].map((more) => callOf(name, { n: 1 }, more)),
        withTasks,
      );
      expect(by.sdk).toBe(name === 'headed' ? 5 : 0);
    },
  );

  it.each(['throws', 'url', 'image', 'ends'])('streams as the SDK does: %s', async (end) => {
    expect(await compare(usual, callOf('progresses', { end }, follows))).toBe('us');
  });

  it.each(['debug', 'info', 'notice', 'warning', 'error', 'emergency', 'odd', null])(
    'logs as with the SDK where the least level is %s',
    async (level) => {
      const more = { meta: { 'io.modelcontextprotocol/logLevel': level } };
      const isLevel = level !== 'odd' && level !== null;
      const by = await compare(usual, callOf('progresses', {}, more));
      expect(by).toBe(isLevel ? 'us' : 'the SDK');
    },
  );

  it.each([
    'notifications/progress',
    'notifications/initialized',
    'notifications/tools/list_changed',
    'notifications/resources/updated',
    'notifications/elicitation/complete',
    'vendor/anything',
  ])('may notify as with the SDK: %s', async (method) => {
    expect(await compare(usual, callOf('tells', { method }))).toBe('us');
  });

  it.each([
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'server/discover',
  ])('has the answer of the SDK to %s, the first time and later', async (method) => {
    const ways = bothWays(everyKind);
    expect(await compare(ways, requestFor(method))).toBe('the SDK');
    expect(await compare(ways, requestFor(method))).toBe('us');
    expect(await compare(ways, requestFor(method, {}, elicits))).toBe('us');
    const other = requestFor(method);
    expect(await compare(ways, { ...other, body: { ...other.body, id: 'two "quoted"' } })).toBe(
      'us',
    );
    expect(await compare(ways, requestFor(method, { cursor: 'none' }))).toBe('the SDK');
  });

  it('is compared in a way that notices a difference', async () => {
    const other = bothWays({ ...everyKind, version: '2.0.0' });
    const sent = callOf('word');
    await expect(compare({ own: other.own, sdk: usual.sdk }, sent)).rejects.toThrow(
      'to deeply equal',
    );
  });
});

describe('a request of any kind', () => {
  it.each([
    ['a prompt', requestFor('prompts/get', { name: 'greet' })],
    ['a resource', requestFor('resources/read', { uri: 'notes://1' })],
    ['an unknown tool', callOf('absent')],
    ['an unknown method', requestFor('tools/fetch')],
    ['a later round', requestFor('tools/call', { name: 'word', requestState: 'x' })],
    ['input', requestFor('tools/call', { name: 'word', inputResponses: {} })],
    ['a name of an object', callOf('constructor')],
    ['initialize', requestFor('initialize')],
    ['a notification', { headers: callOf('word').headers, body: { jsonrpc: '2.0', method: 'x' } }],
    ['a batch', { headers: callOf('word').headers, body: [callOf('word').body] }],
    [
      'a name that objects inherit',
      { ...callOf('word'), text: textWithProto(callOf('word').body) },
    ],
  ] satisfies readonly (readonly [string, Sent])[])('is the SDK’s: %s', async (_what, sent) => {
    expect(await compare(usual, sent)).toBe('the SDK');
  });

  it.each([
    ['city', {}],
    ['city', { 'mcp-param-city': 'Rome' }],
    ['city', { 'mcp-param-city': 'Oslo' }],
  ])('has its %s compared with the headers %j', async (field, headers) => {
    const call = callOf('headed', { [field]: 'Oslo' }, { headers });
    expect(await compare(usual, call)).toBe('the SDK');
  });

  it('is refused as by the SDK where a part of its body is odd', async () => {
    const { headers, body } = callOf('strict', { n: 1, at: { x: 'y' } }, follows);
    const capable = {
      elicitation: { form: { applyDefaults: true }, url: {} },
      sampling: { context: {}, tools: {} },
      roots: { listChanged: true },
      experimental: { a: {} },
      extensions: { b: { c: 1 } },
    };
    const client = { name: 'a', version: '1', title: 't', websiteUrl: 'w', description: 'd' };
    const params = body['params'] as JsonObject;
    const meta = {
      ...(params['_meta'] as JsonObject),
      [FORM]: capable,
      'io.modelcontextprotocol/clientInfo': client,
    };
    const whole = { ...body, params: { ...params, _meta: meta } };
    const by = await comparedAll(
      [...mutationsOf(whole)].map((mutation) => ({ headers, body: mutation })),
    );
    expect(by.us).toBeGreaterThan(60);
    expect(by.sdk).toBeGreaterThan(200);
  });

  it.each([
    { 'io.modelcontextprotocol/related-task': 5 },
    { 'io.modelcontextprotocol/related-task': { taskId: 't1' } },
    { 'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1', icons: [{}] } },
    { 'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1', icons: [{ src: 'a' }] } },
  ])('is answered as by the SDK with %j', async (meta) => {
    expect(await compare(usual, callOf('seen', {}, { meta }))).toBe('the SDK');
  });

  it('is answered as by the SDK where its `_meta` has a name that objects inherit', async () => {
    const { headers, body } = callOf('seen');
    const text = JSON.stringify(body).replace('"_meta":{', '"_meta":{"__proto__":{"a":1},');
    expect(await compare(usual, { headers, body, text })).toBe('the SDK');
  });

  it('is refused as by the SDK where its head is odd', async () => {
    const { headers, body } = callOf('word');
    const odd = Object.keys(headers).flatMap((name) => {
      const { [name]: value = '', ...others } = headers;
      const values = ['', 'odd', '2025-11-25', `${value},${value}`, ` ${value} `, '=?base64?!?='];
      const encoded = `=?base64?${btoa(value)}?=`;
      return [others, ...[...values, encoded].map((one) => ({ ...headers, [name]: one }))];
    });
    const by = await comparedAll(odd.map((one) => ({ headers: one, body })));
    expect(by).toEqual({ us: 3, sdk: 21 });
  });
});

describe('a result', () => {
  const whole = {
    content: [
      { type: 'text', text: 'a' },
      { text: 'b', type: 'text', annotations: { priority: 0.5 } },
      { type: 'resource_link', uri: 'notes://1', name: 'note' },
    ],
    structuredContent: { n: 1 },
    isError: false,
    _meta: { a: 1, 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
  };

  it.each(['echo', 'declared'])('of %s is judged as by the SDK where it is odd', async (tool) => {
    const plain = { structuredContent: { n: 1 }, content: whole.content.slice(0, 1), _meta: {} };
    const results = [...mutationsOf(whole), ...mutationsOf(plain)];
    const by = await comparedAll(results.map((result) => callOf(tool, { result })));
    expect(by.us).toBe(results.length);
  });
});

async function comparedAll(
  requests: readonly Sent[],
  ways = usual,
): Promise<{ us: number; sdk: number }> {
  const count = { us: 0, sdk: 0 };
  for (const sent of requests) count[(await compare(ways, sent)) === 'us' ? 'us' : 'sdk'] += 1;
  return count;
}

/** The text of a body whose arguments have a field of their own that all objects inherit. */
function textWithProto(body: JsonObject): string {
  return JSON.stringify(body).replace('"arguments":{}', '"arguments":{"__proto__":{"a":1}}');
}
