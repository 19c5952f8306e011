import { HOPS_META } from '#core';
import { describe, expect, it } from 'vitest';
import { ATTEMPT_META, KEY_META } from '../../extension.ts';
import type { McpTool } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, beginSession, post, type Asked } from '../requests.fixture.ts';

function handlerOf(run: McpTool['execute']) {
  return createEnvironmentHandler({
    name: 'test',
    version: '1.0.0',
    tools: [{ name: 'tool', execute: run }],
  });
}

const call: Asked = { method: 'tools/call', params: { name: 'tool', arguments: {} } };

describe('the context of a call', () => {
  it('holds what the caller passed on', async () => {
    const handler = handlerOf((_args, { key, attempt, hops, traceparent, mcp }) => ({
      key,
      attempt,
      hops,
      traceparent,
      era: mcp?.peer.era,
      capabilities: mcp?.peer.capabilities,
    }));
    const meta = { [KEY_META]: 'key', [ATTEMPT_META]: 2, [HOPS_META]: 1, traceparent: '00-a-b-01' };
    const { result } = await askModern(handler, { ...call, meta, capabilities: { sampling: {} } });
    expect(result?.['structuredContent']).toEqual({
      key: 'key',
      attempt: 2,
      hops: 1,
      traceparent: '00-a-b-01',
      era: 'modern',
      capabilities: { sampling: {} },
    });
  });

  it('makes do with a caller that passes on nothing, or nonsense', async () => {
    const handler = handlerOf((_args, { key, attempt, hops }) => ({ known: key, attempt, hops }));
    const nothing = { attempt: 1, hops: 0 };
    expect((await askModern(handler, call)).result?.['structuredContent']).toEqual(nothing);
    const meta = { [KEY_META]: 7, [ATTEMPT_META]: 'two', [HOPS_META]: -3 };
    expect((await askModern(handler, { ...call, meta })).result?.['structuredContent']).toEqual(
      nothing,
    );
  });

  it('knows the capabilities that a client of 2025 declared for its session', async () => {
    const handler = handlerOf((_args, { mcp }) => mcp?.peer);
    const session = await beginSession(handler, { roots: {} });
    const { result } = await post(handler, { jsonrpc: '2.0', id: 1, ...call }, session);
    expect(result?.['structuredContent']).toEqual({ era: 'legacy', capabilities: { roots: {} } });
  });

  it('carries progress and log lines to those who want them', async () => {
    const handler = handlerOf(async (_args, { progress, log }) => {
      await progress(1, 2, 'half');
      await log('warning', { low: 'battery' });
      return 'done';
    });
    const quiet = await askModern(handler, call);
    expect(quiet.text).not.toContain('notifications/');
    const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' };
    const { text, result } = await askModern(handler, { ...call, meta });
    expect(text).toContain(
      '"params":{"progressToken":"p","progress":1,"total":2,"message":"half"}',
    );
    expect(text).toContain('"level":"warning","data":{"low":"battery"}');
    expect(result).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('aborts when the caller goes away, and telling it things does no harm', async () => {
    const gone = new AbortController();
    const seen = Promise.withResolvers<boolean>();
    const handler = handlerOf(async (_args, { signal, progress, log }) => {
      const aborted = new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      gone.abort();
      await aborted;
      await progress(1);
      await log('info', 'still here');
      seen.resolve(signal.aborted);
    });
    const answered = askModern(
      (request) => handler(new Request(request, { signal: gone.signal })),
      { ...call, meta: { progressToken: 'p' } },
    );
    expect(await seen.promise).toBe(true);
    await answered;
  });
});
