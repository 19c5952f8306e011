import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { listen } from '#protocols/http';
import { runEpisode } from '#engine/runner';
import { findRetryableRateLimit } from '../pace/find-rate-limit.ts';
import { createResponsesAgent } from './responses-agent.ts';

const open: { close: (graceMs: number) => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

/** A server that gives these answers in turn, and what it was asked. */
async function serving(
  ...answers: readonly object[]
): Promise<{ readonly url: string; readonly asked: JsonObject[]; readonly paths: string[] }> {
  const asked: JsonObject[] = [];
  const paths: string[] = [];
  const listening = await listen(
    async (request) => {
      paths.push(new URL(request.url).pathname);
      asked.push((await request.json()) as JsonObject);
      return Response.json(answers[asked.length - 1] ?? {});
    },
    { port: 0 },
  );
  open.push(listening);
  return { url: listening.url, asked, paths };
}

const says = (id: string, text: string): object => ({
  id,
  status: 'completed',
  output: [
    { type: 'mcp_call', name: 'theirs', output: 'ran there' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  ],
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
});
const calls = {
  id: 'resp_1',
  status: 'completed',
  output: [{ type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"sky"}' }],
};
const hello = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'hello' },
] as const;

it('has its functions run by the episode, and continues the conversation', async () => {
  const { url, asked, paths } = await serving(calls, says('resp_2', 'blue'));
  const tools = { look: ({ at }: JsonObject) => `${at as string} is blue` };
  const agent = createResponsesAgent(`${url}?model=painter`);
  const { messages, info } = await runEpisode(hello, agent, { tools });
  expect(messages.at(-1)).toMatchObject({ content: 'blue' });
  expect(info).toMatchObject({ steps: 2, tool_calls: 1, total_tokens: 5 });
  expect(paths).toEqual(['/v1/responses', '/v1/responses']);
  const offered = [{ type: 'function', name: 'look' }];
  expect(asked[0]).toMatchObject({ model: 'painter', input: hello, tools: offered });
  expect(asked[1]).toMatchObject({
    previous_response_id: 'resp_1',
    input: [{ type: 'function_call_output', call_id: 'c1', output: 'sky is blue' }],
  });
});

it('says when it is asked for patience', async () => {
  const listening = await listen(
    () => new Response('slowly', { status: 429, headers: { 'retry-after': '7' } }),
    { port: 0 },
  );
  open.push(listening);
  const failures: unknown[] = [];
  const { info } = await runEpisode(
    hello,
    async (messages, context) => {
      try {
        return await createResponsesAgent(listening.url)(messages, context);
      } catch (thrown) {
        failures.push(thrown);
        throw thrown;
      }
    },
    { limits: { model_patience_s: 0 } },
  );
  expect(failures.map(findRetryableRateLimit)).toEqual([{ retryAfterMs: 7000 }]);
  expect(info.error).toMatch(/rate-limited the request \(429\)$/);
});

it('sends what was said by others before as what it is', async () => {
  const { url, asked } = await serving(says('resp_1', 'yes'));
  const before = [
    ...hello,
    { role: 'assistant', content: 'hi' },
    { role: 'user', content: 'still?' },
  ] as const;
  await runEpisode(before, createResponsesAgent(`${url}/v1`));
  expect(asked[0]?.['input']).toEqual(before);
  expect(asked[0]).not.toHaveProperty('previous_response_id');
});

it('sends attachments as what they are', async () => {
  const { url, asked } = await serving(says('resp_1', 'seen'));
  const parts = [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    { type: 'file', file: { url: 'http://127.0.0.1/a.txt', filename: 'a.txt' } },
    { type: 'file', file: { url: 'data:text/plain;base64,AA==' } },
    { type: 'data', data: { at: 7 } },
  ] as const;
  await runEpisode([{ role: 'user', content: parts }], createResponsesAgent(url));
  expect(asked[0]?.['input']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'look' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' },
        { type: 'input_file', filename: 'a.txt', file_url: 'http://127.0.0.1/a.txt' },
        { type: 'input_file', file_data: 'data:text/plain;base64,AA==' },
        { type: 'input_text', text: '{"at":7}' },
      ],
    },
  ]);
});

it('sends earlier turns again to a server that gives its responses no id', async () => {
  const { url, asked } = await serving(
    { ...calls, id: undefined },
    { ...says('', 'blue'), id: undefined },
  );
  const { messages } = await runEpisode(hello, createResponsesAgent(url), {
    tools: { look: () => 'blue' },
  });
  expect(messages.at(-1)).toMatchObject({ content: 'blue' });
  expect(asked[1]?.['input']).toEqual([
    ...hello,
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"sky"}' },
    { type: 'function_call_output', call_id: 'c1', output: 'blue' },
  ]);
});

it.each([
  ['a failure', { status: 'failed', error: { message: 'no line' } }, 'no line'],
  ['an error', { error: { message: 'no such model' } }, 'no such model'],
  ['an answer that was cut off', { status: 'incomplete', output: [] }, 'incomplete'],
])('gives no reply for %s', async (_, answer, said) => {
  const { url } = await serving(answer);
  const { info } = await runEpisode(hello, createResponsesAgent(url));
  expect(info.terminated_reason).toBe('error');
  expect(info.error).toContain(said);
});

it('refuses a text that is not an address', () => {
  expect(() => createResponsesAgent('nowhere')).toThrow('"nowhere" is not a valid URL');
});
