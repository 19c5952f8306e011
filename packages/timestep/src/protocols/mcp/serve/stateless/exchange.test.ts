import { describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createHttpExchange, type Exchange } from './exchange.ts';

function opened() {
  const clock = createManualClock();
  const caller = new AbortController();
  const over: Exchange[] = [];
  const exchange = createHttpExchange({ signal: caller.signal }, clock, (ended) =>
    over.push(ended),
  );
  return { clock, caller, over, exchange };
}

describe('createHttpExchange', () => {
  it('answers with JSON where nothing was sent before the end', async () => {
    const { exchange, over, caller } = opened();
    exchange.end('{"a":1}', 400);
    exchange.end('{"a":2}');
    caller.abort();
    const response = await exchange.response;
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('{"a":1}');
    expect(over).toEqual([exchange]);
    expect(exchange.signal.aborted).toBe(false);
  });

  it('streams where a message was sent, with a comment when there is nothing to send', async () => {
    const { exchange, clock } = opened();
    exchange.send('1');
    clock.advance(15_000);
    clock.advance(15_000);
    exchange.end('2', 400);
    clock.advance(15_000);
    const response = await exchange.response;
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    });
    const beat = ': keepalive\n\n';
    expect(await response.text()).toBe(
      `event: message\ndata: 1\n\n${beat}${beat}event: message\ndata: 2\n\n`,
    );
  });

  it('ends with a caller that goes away, and accepts no more messages', async () => {
    const { exchange, caller, over } = opened();
    caller.abort();
    expect((await exchange.response).status).toBe(499);
    expect(exchange.signal.reason).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(() => exchange.send('1')).toThrow('Not connected');
    exchange.end('2');
    expect(over).toEqual([exchange]);
  });

  it('ends with a reader that leaves its stream', async () => {
    const { exchange, clock, over } = opened();
    exchange.send('1');
    await (await exchange.response).body?.cancel();
    expect(exchange.signal.aborted).toBe(true);
    clock.advance(60_000);
    exchange.end('2');
    expect(over).toEqual([exchange]);
  });

  it('breaks a stream off', async () => {
    const { exchange } = opened();
    exchange.send('1');
    exchange.close();
    expect(await (await exchange.response).text()).toBe('event: message\ndata: 1\n\n');
    expect(exchange.signal.aborted).toBe(true);
  });
});
