import { describe, expect, it } from 'vitest';
import { TimestepError, type JsonObject } from '#core';
import type { AgentFn } from '#engine/port';
import { tool } from '#engine/tools';
import { says, script, calls, serve } from '../served.fixture.ts';

const messages = [{ role: 'user', content: 'hello' }];

function request(body: JsonObject): Request {
  const text = JSON.stringify({ messages, ...body });
  return new Request('http://localhost/v1/chat/completions', { method: 'POST', body: text });
}

const approved = { pay: tool({ needsApproval: true, execute: () => 'paid' }) };

describe('a chat completion', () => {
  it.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
  ] as const)('ends with %s where its reply was cut off so', async (finish_reason, expected) => {
    const served = serve(script({ ...says('half'), finish_reason }).agent);
    const body: unknown = await (await served.send(request({}))).json();
    expect(body).toMatchObject({ choices: [{ finish_reason: expected }] });
  });

  it('says that a call was not made where it needs an approval', async () => {
    const served = serve(script(calls(['c1', 'pay'])).agent, { tools: approved });
    const body: unknown = await (await served.send(request({}))).json();
    const content =
      '[pay was not called: it requires an approval, which Chat Completions does not support]';
    expect(body).toMatchObject({ choices: [{ message: { content }, finish_reason: 'stop' }] });
  });

  it('is the same in pieces', async () => {
    const served = serve(script(calls(['c1', 'pay'])).agent, { tools: approved });
    const text = await (await served.send(request({ stream: true }))).text();
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect(text).not.toMatch(/^event:/m);
    expect(text).toContain('pay was not called');
    expect(text).toContain('"finish_reason":"stop"');
  });

  it.each([false, true])('says what the model did not read (stream: %s)', async (stream) => {
    let refused = 0;
    const agent: AgentFn = () => {
      refused += 1;
      if (refused > 1) return { role: 'assistant', content: 'done' };
      const refusal = { reason: 'length', limitTokens: 1000 };
      throw Object.assign(new TimestepError('context-length', 'it is too long'), { refusal });
    };
    const long = [{ role: 'user', content: 'many words '.repeat(5000) }];
    const text = await (await serve(agent).send(request({ messages: long, stream }))).text();
    expect(text).toContain('done');
    const omitted = 'the model was asked without the middle of long texts';
    expect(text).toContain(`"metadata":${JSON.stringify({ left_out: omitted })}`);
  });
});
