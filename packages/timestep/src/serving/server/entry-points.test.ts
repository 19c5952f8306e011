import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from './agents.fixture.ts';
import { serve } from './index.ts';

function call03(text: string): object {
  const message = { messageId: text, role: 'user', parts: [{ kind: 'text', text }] };
  return { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
}

function call10(text: string): object {
  const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }] };
  return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
}

const REQUESTS = {
  'a2a-1.0': ['/', call10('new'), { 'a2a-version': '1.0' }],
  'a2a-0.3': ['/', call03('old'), {}],
  agui: [
    '/agui',
    { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'hi' }] },
    {},
  ],
  responses: ['/v1/responses', { model: 'one', input: 'hi' }, {}],
} as const;

it('records with each task how its first message arrived', async () => {
  const agent = createTestAgent('one', agentBuiltinEcho);
  const server = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => server.close(0));

  async function listEntries(principal: string): Promise<readonly (string | undefined)[]> {
    const { tasks } = await server.runner.list({ principal, pageSize: 20 });
    return tasks.map(({ origin }) => origin.entry);
  }

  for (const [entry, [path, body, headers]] of Object.entries(REQUESTS)) {
    const known = await listEntries('');
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect([entry, response.status, await response.text()]).toEqual([
      entry,
      200,
      expect.any(String),
    ]);
    const listed = await listEntries('');
    expect([entry, listed.length]).toEqual([entry, known.length + 1]);
    expect(listed).toContain(entry);
  }
});
